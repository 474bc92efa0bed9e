/** @returns why this is not the JSON text of an object; undefined where it is one */
export function argumentsProblem(json: string): string | undefined {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return undefined;
    return 'the arguments are JSON, but no object';
  } catch {
    return 'the arguments are not JSON';
  }
}

/** Whether this is the JSON text of an object. */
export function isObjectText(json: string): boolean {
  return argumentsProblem(json) === undefined;
}
