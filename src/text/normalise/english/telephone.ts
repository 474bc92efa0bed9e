/** Telephone numbers. */
import { digitWords } from './numbers.ts';
import type { Rule } from '../english-context.ts';
import { spoken } from './rule.ts';

function phoneGroups(core: string): string[] | undefined {
  if (
    /^\+?\d{1,3}[-.]\(?\d{3}\)?[-.]\d{3}[-.]\d{4}$|^\(?\d{3}\)?[-.]?\d{3}[-.]\d{4}$|^\d{3}-\d{4}$|^\+\d[\d.-]{1,18}$|^\+?\d{1,3}\(\d+\)[\d-]+$/u.test(
      core,
    )
  ) {
    return core.split(/[^\d+]+/u).filter((group) => group !== '');
  }
  return undefined;
}

function groupWords(groups: readonly string[]): string[] {
  return groups.flatMap((group, index) => {
    const words = [...(group.startsWith('+') ? ['plus'] : []), ...digitWords(group)];
    return index === groups.length - 1 ? words : [...words.slice(0, -1), `${words.at(-1)!},`];
  });
}

/** Every token of a phone number that is written with spaces: `(555) 123-4567`, `+44 20 7946 0958`. */
export function phoneParts(
  texts: readonly { readonly text: string; readonly core: string; readonly closing: string }[],
): boolean[] {
  const parts: boolean[] = [];
  for (const [index, { text, core }] of texts.entries()) {
    const before = texts[index - 1];
    const next = texts[index + 1]?.core ?? '';
    const opens =
      (/^\(\d{3}\)$/u.test(text) && /^\d{3}[-.]\d{4}$|^\d{3}$/u.test(next)) ||
      (/^\+\d{1,3}$/u.test(core) && /^\(?\d{2,5}\)?(?:[-.]\d+)*$/u.test(next));
    const goesOn = parts[index - 1] === true && before?.closing === '' && /^\d{2,6}(?:[-.]\d{2,6})*$/u.test(core);
    parts.push(opens || goesOn);
  }
  return parts;
}

export const phone: Rule = ({ core, closing }, context) => {
  if (context.phonePart) {
    const words = groupWords(core.split(/[^\d+]+/u).filter((group) => group !== ''));
    return context.phoneGoesOn && closing === '' ? { words, closing: ',' } : { words };
  }
  const groups = phoneGroups(core);
  return groups === undefined ? undefined : spoken(groupWords(groups));
};
