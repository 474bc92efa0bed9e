/**
 * The address of a module beside this one, for what imports it in another thread or process: the source runs as `.ts`, the
 * published package as `.js`.
 * @param from `import.meta.url` of the asking module
 * @param path relative to it, without extension: `./synthesizer`
 */
export function moduleUrl(from: string, path: string): string {
  return new URL(`${path}${from.endsWith('.ts') ? '.ts' : '.js'}`, from).href;
}
