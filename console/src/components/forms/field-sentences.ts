/** Messages of the server's validation, as a person reads them at a field. */

/** `config.turn.max_secs`, `emails[2]` and `url` by their last name: "max secs", "emails", "web address". */
function nameOf(path: string): string {
  const names = path.replaceAll(/\[\d+\]/g, '').split('.');
  return (names.at(-1) ?? '').replaceAll('_', ' ').replace(/\burl$/, 'web address');
}

function counted(count: string, unit: string): string {
  return count === '1' ? `one ${unit.replace(/s$/, '')}` : `${count} ${unit}`;
}

function article(name: string): string {
  return /^[aeiou]/i.test(name) ? 'an' : 'a';
}

/** By the form of the message: what it says, with the parts of the message and the name of the field. */
const sentences: readonly (readonly [RegExp, (parts: readonly string[], name: string) => string])[] = [
  [
    /^Too small: expected string to have >=?(\d+) characters?$/,
    ([least = ''], name) => `Give ${article(name)} ${name} of at least ${counted(least, 'characters')}.`,
  ],
  [
    /^Too big: expected string to have <=?(\d+) characters?$/,
    ([most = '']) => `At most ${counted(most, 'characters')}.`,
  ],
  [
    /^Too small: expected \w+ to have >=?(\d+) (\w+)$/,
    ([least = '', unit = '']) => `At least ${counted(least, unit)}.`,
  ],
  [/^Too big: expected \w+ to have <=?(\d+) (\w+)$/, ([most = '', unit = '']) => `At most ${counted(most, unit)}.`],
  [/^Too small: expected \w+ to be >=(\S+)$/, ([least = '']) => `Give ${least} or more.`],
  [/^Too small: expected \w+ to be >(\S+)$/, ([least = '']) => `Give more than ${least}.`],
  [/^Too big: expected \w+ to be <=(\S+)$/, ([most = '']) => `Give ${most} or less.`],
  [/^Too big: expected \w+ to be <(\S+)$/, ([most = '']) => `Give less than ${most}.`],
  [
    /^(?:Invalid option|Required): expected one of (.+)$/s,
    ([options = '']) => `Choose one of ${options.replaceAll('"', '').replaceAll('|', ', ')}.`,
  ],
  [/^(?:Invalid input|Required): expected int(?:eger)?\b/, () => 'Give a whole number.'],
  [/^(?:Invalid input|Required): expected number\b/, () => 'Give a number.'],
  [/^Required: /, (_, name) => `Give ${article(name)} ${name}.`],
  [/^Invalid email address$/, () => 'This is not an email address.'],
  [/^Invalid URL$/, () => 'This is not a web address.'],
  [/^Invalid string: must match pattern /, (_, name) => `This is not a valid ${name}.`],
  [/^Too (?:short|long): (.+)$/s, ([what = '']) => capital(what)],
];

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * @param problem as the server says it: `Too small: expected string to have >=1 characters`
 * @param path of the field: `description`
 * @returns a sentence with its full stop; what is no known form stays as it is
 */
export function sentenceOf(problem: string, path: string): string {
  for (const [form, write] of sentences) {
    const found = form.exec(problem);
    if (found !== null) return ended(write(found.slice(1), nameOf(path)));
  }
  return ended(problem);
}

function ended(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** The problems of a message of `invalid_request`, `✖ Too small …\n  → at config.timezone` one after another, and where each is. */
export function problemsOf(message: string): { readonly path: string | undefined; readonly sentence: string }[] {
  return [...message.matchAll(/✖ (.+?)(?:\n\s*→ at (\S+))?(?=\n✖|$)/gs)].map(([, problem = '', path]) => ({
    path,
    sentence: sentenceOf(problem, path ?? ''),
  }));
}
