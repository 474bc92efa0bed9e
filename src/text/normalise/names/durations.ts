/** Minutes in one letter, which is that of metres too: beside hours or seconds, and behind words of waiting. */
import { dividedByH } from '../calendar.ts';
import { cardinalWords, wordsOf } from '../numerals.ts';
import { patternRule, type Locale } from '../rule.ts';

/** Words of waiting, and what stands between them and the number, by language. */
const waits: Readonly<Record<string, readonly [words: string, between: string]>> = {
  de: [
    'läuft|fertig|bereit|warte\\p{L}*|wartezeit|dauert|verbleibend\\p{L}*|startet|beginnt|endet|ankunft|timeout',
    'in|noch|ca\\.|etwa|:',
  ],
  fr: ['expire|prête?s?|attente|attendez|dure|reste|commence|termine|arrivée?|arrive', 'dans|environ|de|:'],
  es: ['caduca|expira|vence|list[oa]s?|espera|dura|quedan?|faltan?|empieza|termina|llega', 'en|de|unos|:'],
  pt: ['expira|vence|pront[oa]s?|espera|dura|restam|faltam|começa|termina|chega', 'em|de|uns|:'],
  it: ['scade|pront[oaie]|attesa|dura|mancano|inizia|termina|arriva', 'tra|fra|in|di|circa|:'],
  nl: ['verloopt|klaar|wachttijd|wacht|duurt|begint|eindigt|vertrekt|aankomst', 'over|in|nog|ongeveer|:'],
  sv: ['löper ut|klar|klart|väntetid|vänta|tar|börjar|slutar|ankomst', 'om|i|på|ca|:'],
  da: ['udløber|klar|ventetid|vent|varer|begynder|slutter', 'om|i|på|ca\\.|:'],
  no: ['utløper|klar|ventetid|vent|varer|begynner|slutter', 'om|i|på|ca\\.|:'],
  pl: ['wygasa|gotow\\p{L}*|czekaj|oczekiwania|trwa|zacznie|zaczyna|kończy', 'za|przez|około|:'],
};
const reach = 40;
const patterns = new Map<string, RegExp>();

function isWaiting(before: string, { language }: Locale): boolean {
  const entry = waits[language];
  if (entry === undefined) return false;
  let pattern = patterns.get(language);
  if (pattern === undefined) {
    const [words, between] = entry;
    const gap = String.raw`(?: \p{L}{1,12}){0,2} ?(?:${between}) $`;
    patterns.set(language, (pattern = new RegExp(String.raw`(?<!\p{L})(?:${words})${gap}`, 'iu')));
  }
  return pattern.test(before);
}

function named(count: string, unit: string, locale: Locale): string[] {
  const name = locale.unit(unit, count);
  return [...wordsOf(name?.before ?? ''), ...cardinalWords(count, locale, name?.after), ...wordsOf(name?.after ?? '')];
}

/** In some languages an hour with two digits at once behind it is a time of day: `14h30min`. */
export const duration = patternRule(
  ['digit'],
  String.raw`(?<![\d.,:/-])(?:(\d{1,3}) ?[hч] ?(?=\d{1,2} ?[mм]))?(\d{1,3}) ?[mм](?:in)?(?: ?(\d{1,2}) ?[sс])?(?![\p{L}\p{M}\d²³/·'’])`,
  ([all, hours, minutes, seconds], { text, at, locale }) => {
    if (dividedByH.has(locale.language) && /^\d{1,2}h\d\d/u.test(all)) return undefined;
    const before = text.slice(Math.max(0, at - reach), at);
    const isBeside = hours !== undefined || seconds !== undefined || /\d ?(?:h|Std\.?|ч)\.? $/u.test(before);
    if (!isBeside && !isWaiting(before, locale)) return undefined;
    return [
      ...(hours === undefined ? [] : named(hours, 'hour', locale)),
      ...named(minutes!, 'minute', locale),
      ...(seconds === undefined ? [] : named(seconds, 'second', locale)),
    ];
  },
  (text) => /\d ?[mм]/u.test(text),
);
