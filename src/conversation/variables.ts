/** Variables of a conversation: `{{name}}` in instructions, first messages and tools. */

export type VariableValue = string | number | boolean;
/** Values by their names. */
export type Variables = Readonly<Record<string, VariableValue>>;

const placeholder = /\{\{ *([A-Za-z_][A-Za-z0-9_]{0,63}) *\}\}/gu;

/** Names in `{{…}}`, each once. */
export function variableNames(text: string): string[] {
  return [...new Set([...text.matchAll(placeholder)].map(([, name]) => name!))];
}

/** Whether a value never stands in a prompt, a transcript, an event or a log line. */
export function isSecret(name: string): boolean {
  return name.startsWith('secret__');
}

/**
 * The text with values in place of names. Line breaks in a value become spaces, so that it cannot look like a line of its own. A name
 * without a value stays as it is, and so does a secret.
 * @param kept names that stay as they are
 */
export function fillVariables(text: string, variables: Variables, kept: ReadonlySet<string> = new Set()): string {
  return text.replaceAll(placeholder, (whole, name: string) => {
    const isFilled = !kept.has(name) && !isSecret(name) && Object.hasOwn(variables, name);
    const value = isFilled ? variables[name] : undefined;
    return value === undefined ? whole : String(value).replaceAll(/\s*[\r\n\u2028\u2029]+\s*/gu, ' ');
  });
}
