/** Whether the optional package `sherpa-onnx-node` is there. Only looks for it: its native part is loaded in processes of its own. */
export function isLibraryInstalled(): boolean {
  try {
    import.meta.resolve('sherpa-onnx-node');
    return true;
  } catch {
    return false;
  }
}
