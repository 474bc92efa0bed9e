/** Texts in every language for the measuring of clones: names of countries, as CLDR has them, are ordinary sounds of each. */
const regions =
  'DE FR ES IT PT GB US CN JP IN RU BR MX EG ZA NG KE SE NO FI PL CZ HU RO BG GR TR UA IL SA IR TH VN ID PH AU NZ CA AR CL PE CO CU MA DZ TN ET TZ'.split(
    ' ',
  );

/** CLDR's code of the few languages that it names in another way. */
const cldrCodes: Readonly<Record<string, string>> = { tl: 'fil', no: 'nb' };

const english = [
  'The keeper of the lighthouse went down to the harbour, and she waited for the boat until the evening.',
  'Nobody at the table knew why the old clock had stopped at noon.',
  'We bought some bread, a little cheese and two bottles of apple juice.',
  'Please put the yellow boxes behind the door before you leave.',
  'My brother has worked at the same garage for almost eleven years.',
  'If it rains on Thursday, the children will play in the gym.',
  'A thin layer of ice had formed over the pond during the night.',
  'They argued about money, as usual, and then they laughed.',
];

/** Sentences of a language, half a minute of speech. */
export function normalText(language: string): readonly string[] {
  if (language === 'en') return english;
  const names = new Intl.DisplayNames([cldrCodes[language] ?? language], { type: 'region' });
  const words = regions.map((region) => names.of(region)!.replace(/[()]/gu, ''));
  return Array.from({ length: words.length / 4 }, (_, index) => `${words.slice(4 * index, 4 * index + 4).join(' ')}.`);
}
