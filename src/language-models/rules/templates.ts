/** Text with slots and results in it. */

const placeholder = /\{\{ *([A-Za-z_]\w{0,63})((?:\.[\w-]{1,64}){0,8}) *\}\}/gu;

/** What is not known is left out. `{{result.order.id}}` is a member of the last result, `{{result}}` all of it. */
export function fill(text: string, slots: ReadonlyMap<string, string>, result: unknown): string {
  const filled = text.replace(placeholder, (_, name: string, path: string) => {
    if (name !== 'result') return path === '' ? (slots.get(name) ?? '') : '';
    return textOf(path.split('.').slice(1).reduce(memberOf, result));
  });
  return filled === text ? text : filled.replace(/\s+/gu, ' ').trim();
}

/** The value of the JSON text that a tool gave; text that is no JSON is itself. */
export function resultOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

/** Lists are said one after the other; what else has members is not said. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) {
    return value
      .slice(0, 20)
      .map(textOf)
      .filter((text) => text !== '')
      .join(', ');
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value).slice(0, 2000)
    : '';
}
