/**
 * Words that begin a phrase, by language: a text that has to be cut within a sentence is cut before one of them, where a speaker may
 * pause. Conjunctions and relative words begin a clause, prepositions a smaller phrase; words that lean on what stands before (of, to)
 * are left out.
 */
export interface PhraseWords {
  readonly clause: ReadonlySet<string>;
  readonly phrase: ReadonlySet<string>;
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/u));
}

const phraseWords: Readonly<Partial<Record<string, PhraseWords>>> = {
  en: {
    clause: words(
      `and but or nor yet because although though unless until till while whereas when whenever where wherever after before since if
      whether which who whom whose that so as`,
    ),
    phrase: words(
      `about above across against along among around at behind below beneath beside between beyond by despite down during except for from
      in inside into like near off on onto outside over past through throughout toward towards under underneath upon with within without
      than`,
    ),
  },
  de: {
    clause: words(
      `und aber oder denn sondern doch weil dass obwohl während wenn als ob damit bevor nachdem bis sobald solange falls wo wohin woher
      warum wie`,
    ),
    phrase: words(
      `in im am auf aus bei beim mit nach unter über vor hinter neben zwischen durch für gegen ohne um trotz wegen seit gegenüber ins ans`,
    ),
  },
  fr: {
    clause: words('et mais ou donc car ni or que qu qui dont où quand lorsque puisque parce comme si tandis afin'),
    phrase: words(
      'dans sur sous avec sans pour par vers chez entre depuis pendant contre avant après devant derrière malgré selon',
    ),
  },
  es: {
    clause: words('y e o u pero sino que porque aunque cuando mientras donde como si pues quien quienes cuyo cuya'),
    phrase: words('en con sin para por sobre bajo entre desde hasta hacia contra según durante tras ante'),
  },
  it: {
    clause: words('e ed o oppure ma però che perché quando mentre dove come se anche sebbene poiché affinché cui'),
    phrase: words(
      'in con senza per su sul sulla sui sulle tra fra verso contro durante dopo prima da dal dalla nel nella nei nelle',
    ),
  },
  pt: {
    clause: words('e ou mas porém que porque quando enquanto onde como se embora pois'),
    phrase: words('em no na nos nas com sem para por pelo pela sobre sob entre desde até contra durante após'),
  },
  nl: {
    clause: words('en of maar want dat omdat hoewel terwijl als toen zodat voordat nadat totdat die waar'),
    phrase: words('in op aan met zonder voor door over onder tussen tegen naar uit bij na tijdens sinds'),
  },
  sv: {
    clause: words('och men eller att som när medan om eftersom där innan'),
    phrase: words('i på med utan från till över under mellan mot hos genom före efter vid'),
  },
  da: {
    clause: words('og men eller at som når mens hvis fordi der hvor'),
    phrase: words('i på med uden fra til over under mellem mod hos gennem før efter ved'),
  },
  no: {
    clause: words('og men eller at som når mens hvis fordi hvor'),
    phrase: words('i på med uten fra til over under mellom mot hos gjennom før etter ved'),
  },
  pl: {
    clause: words(
      'i a ale lub albo oraz że żeby aby który która które których ponieważ gdy kiedy jeśli jeżeli gdzie bo więc',
    ),
    phrase: words('w we na z ze bez dla do od po przed za nad pod między przez przy o'),
  },
  cs: {
    clause: words('a i ale nebo že aby který která které protože když pokud kde než'),
    phrase: words('v ve na z ze bez pro do od po před za nad pod mezi přes při o u'),
  },
  ru: {
    clause: words('и а но или что чтобы который которая которое которые потому когда если где пока хотя как'),
    phrase: words('в во на с со без для до от по перед за над под между через при о об у из к'),
  },
  uk: {
    clause: words('і й та а але або що щоб який яка яке які бо коли якщо де поки хоча як'),
    phrase: words('в у на з зі із без для до від по перед за над під між через при про о'),
  },
};

/** @param language ISO 639-1 code */
export function phraseWordsOf(language: string): PhraseWords | undefined {
  return phraseWords[language];
}
