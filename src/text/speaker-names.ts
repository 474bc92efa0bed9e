/** A text of several speakers, who are named in brackets before what they say (docs/rules.md#several-speakers). */
import { Lookahead } from './lookahead.ts';
import { readMarkup, readTag } from './markup.ts';

/** Longest name, in UTF-16 units; brackets around more are text. */
export const maxSpeakerName = 64;

/** What one speaker says without another one in between. */
export interface NamedPart {
  /** As the text has it, without the white space around it; undefined before the first name. */
  readonly speaker: string | undefined;
  readonly text: string;
}

const anyName = String.raw`\[([^[\]\n\u2028\u2029]{0,${maxSpeakerName}})\]`;
/** A name whose end is missing and may still come. */
const openName = new RegExp(String.raw`\[[^[\]\n\u2028\u2029]{0,${maxSpeakerName}}$`, 'u');

/** Splits a text at its names, however it is divided over calls. */
export class SpeakerReader {
  #speaker: string | undefined;
  #rest = '';

  /**
   * @param isEnd no more text follows
   * @returns what the text gives, in order; the first part goes on with the last one of the call before, unless it is empty and a name
   *          follows. Each name begins a part, also one without text
   */
  read(text: string, isEnd: boolean): NamedPart[] {
    const whole = this.#rest + text;
    const from = isEnd ? -1 : whole.search(openName);
    const end = from < 0 ? whole.length : from;
    this.#rest = whole.slice(end);
    const source = whole.slice(0, end);
    const tags = new Lookahead(source);
    const parts: NamedPart[] = [];
    let at = 0;
    for (const match of source.matchAll(new RegExp(anyName, 'gu'))) {
      // A tag in brackets, such as [laughter], stays one.
      if (readTag(tags, match.index) !== undefined) continue;
      parts.push({ speaker: this.#speaker, text: source.slice(at, match.index) });
      this.#speaker = match[1]!.trim();
      at = match.index + match[0].length;
    }
    parts.push({ speaker: this.#speaker, text: source.slice(at) });
    return parts;
  }
}

/** The parts of a whole text that have something in them, without the white space around it. */
export function partsOf(text: string): NamedPart[] {
  return new SpeakerReader()
    .read(text, true)
    .map(({ speaker, text: said }) => ({ speaker, text: said.trim() }))
    .filter(({ speaker, text: said }) => speaker !== undefined || said !== '');
}

/** What a name may not be, in words; undefined for one that can stand in brackets. */
export function faultOfName(name: string): string | undefined {
  if (name.trim() === '') return 'a name has at least one character';
  if (name.trim().length > maxSpeakerName) return `a name has at most ${maxSpeakerName} characters`;
  if (/[[\]<>\p{Cc}\u2028\u2029]/u.test(name)) return 'a name has no brackets, no tags and no line breaks';
  const events = readMarkup(`[${name}]`);
  return events.length === 0 ? 'this is the name of a tag' : undefined;
}
