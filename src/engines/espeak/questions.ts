/** Questions that fall at their end: those that ask by a word (`where is it?`), and those that offer a choice (`tea or coffee?`). */
const asking: Readonly<Record<string, string>> = {
  en: 'who whom whose what which when where why how',
  de: 'wer wen wem wessen was welche welcher welches welchen welchem wann wo woher wohin warum weshalb wieso wozu wie wieviel womit wofür worauf woran',
  fr: 'qui que quoi quel quelle quels quelles quand où comment pourquoi combien lequel laquelle',
  es: 'quién quiénes qué cuál cuáles cuándo dónde adónde cómo cuánto cuánta cuántos cuántas',
  pt: 'quem que quê qual quais quando onde aonde como quanto quanta quantos quantas porque',
  it: 'chi che cosa quale quali quando dove come perché quanto quanta quanti quante',
  nl: 'wie wat welke welk wanneer waar waarom hoe hoeveel waarheen',
  sv: 'vem vad vilken vilket vilka när var vart varför hur vems',
  da: 'hvem hvad hvilken hvilket hvilke hvornår hvor hvorfor hvordan',
  no: 'hvem hva hvilken hvilket hvilke når hvor hvorfor hvordan',
  pl: 'kto kogo komu co czego jaki jaka jakie który która które kiedy gdzie dokąd skąd dlaczego jak ile czemu',
  cs: 'kdo koho komu co čeho jaký jaká jaké který která které kdy kde kam odkud proč jak kolik',
  sk: 'kto koho komu čo čoho aký aká aké ktorý ktorá ktoré kedy kde kam odkiaľ prečo ako koľko',
  hr: 'tko koga kome što čega kakav koji koja koje kada kad gdje kamo odakle zašto kako koliko',
  ru: 'кто кого кому что чего какой какая какое какие который когда где куда откуда почему зачем как сколько чей',
  uk: 'хто кого кому що чого який яка яке які коли де куди звідки чому навіщо як скільки чий',
  bg: 'кой коя кое кои какво какъв каква кога къде откъде защо как колко',
  ro: 'cine ce care când unde de cum cât câtă câți câte',
  hu: 'ki kit kinek mi mit milyen melyik mikor hol hova honnan miért hogyan hogy hány mennyi',
  fi: 'kuka ketä kenen mikä mitä millainen milloin koska missä mihin mistä miksi miten kuinka',
  el: 'ποιος ποια ποιο ποιοι τι πότε πού γιατί πώς πόσο πόσα πόσοι',
  tr: 'kim kimi ne hangi nerede nereye nereden niçin neden niye nasıl kaç kimin',
};
const or: Readonly<Record<string, string>> = {
  ...{
    en: 'or',
    de: 'oder',
    fr: 'ou',
    es: 'o',
    pt: 'ou',
    it: 'o',
    nl: 'of',
    sv: 'eller',
    da: 'eller',
    no: 'eller',
    pl: 'czy',
  },
  ...{
    cs: 'nebo',
    sk: 'alebo',
    hr: 'ili',
    ru: 'или',
    uk: 'чи',
    bg: 'или',
    ro: 'sau',
    hu: 'vagy',
    fi: 'vai',
    el: 'ή',
    tr: 'yoksa',
  },
};
/** What may stand before the word that asks: `and where`, `in which room`, `à quelle heure`. */
const leading: Readonly<Record<string, string>> = {
  en: 'and but so then well ok okay oh now in on at to from for of by with about since until under',
  de: 'und aber also dann ja nun in an auf zu von für mit bei seit um nach aus über ab bis',
  fr: 'et mais alors donc bon à de en dans pour par avec depuis sur chez vers',
  es: 'y pero entonces pues a de en con para por desde hasta sobre',
  pt: 'e mas então a de em com para por desde até sobre com no na do da',
  it: 'e ma allora a di da in con per su fra tra del della nel',
  nl: 'en maar dus dan in op aan van voor met bij om naar uit tot',
  sv: 'och men så då i på till från för med om av',
  ru: 'а и но ну в во на к ко от с со из до о об по за для',
};

interface QuestionWords {
  readonly asking: ReadonlySet<string>;
  readonly leading: ReadonlySet<string>;
  readonly or: string | undefined;
}

const known = new Map<string, QuestionWords>();
function wordsOf(language: string): QuestionWords {
  let words = known.get(language);
  if (words === undefined) {
    const setOf = (table: Readonly<Record<string, string>>): Set<string> => new Set((table[language] ?? '').split(' '));
    words = { asking: setOf(asking), leading: setOf(leading), or: or[language] };
    known.set(language, words);
  }
  return words;
}

/**
 * Whether a question falls at its end like a statement.
 * @param words    of the sentence, in order, with their punctuation
 * @param language ISO 639-1 code; of one without a list no question falls
 */
export function falls(words: readonly string[], language: string): boolean {
  const known = wordsOf(language);
  const plain = words.map((word) =>
    word
      .toLowerCase()
      .replace(/^[^\p{L}]+|[^\p{L}\p{M}]+$/gu, '')
      .replace(/['’].*$/u, ''),
  );
  const first = plain.find((word) => word !== '' && !known.leading.has(word));
  if (first !== undefined && known.asking.has(first)) return true;
  return known.or !== undefined && plain.slice(1, -1).includes(known.or);
}
