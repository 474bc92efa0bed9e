/** The optional package `sherpa-onnx-node`. Its native part is loaded in processes of its own only. */

/** Why a model cannot be run where the package is missing. */
export const libraryMissing = 'the optional package sherpa-onnx-node is not installed: npm install sherpa-onnx-node';

/** Whether the package is there. Only looks for it. */
export function isLibraryInstalled(): boolean {
  try {
    import.meta.resolve('sherpa-onnx-node');
    return true;
  } catch {
    return false;
  }
}

/** What the library writes: errors of its runtime, after which a run never ends or gives nothing, and what stands before its messages. */
export const sherpaStderr = {
  fault: /\[E:onnxruntime|terminate called|Caught exception/u,
  noise:
    /^(?:\S+\.(?:cc|h):\S+:\d+ )?(?:[\d-]+ [\d:.]+ \[E:onnxruntime:.*?\] )?\s*(?:(?:Skip unknown|Errors in config).*)?/u,
};
