/**
 * Words that tell whether a speaker goes on, by ISO 639-1 code: small lists of the usual ones. Compared in lower case, without
 * punctuation (`mm-hm` is `mm hm`); an entry may be several words.
 */
export interface LanguageWords {
  /** No turn ends with them, whatever mark a recognizer puts behind: articles, conjunctions, possessives, fillers, titles. */
  readonly open: ReadonlySet<string>;
  /** The same unless a mark ends the sentence: prepositions, beginnings such as `my name is`. */
  readonly leaning: ReadonlySet<string>;
  /** An answer may consist of them alone, and is whole then. Greetings are none: more follows. */
  readonly answers: ReadonlySet<string>;
  /** They end a sentence, also without a mark and before `leaning`: verbs where they come last, polite endings. */
  readonly closing: ReadonlySet<string>;
  readonly digits: ReadonlySet<string>;
  /** What is given digit by digit. */
  readonly numbers: ReadonlySet<string>;
  /** Said while the other one speaks, without wanting to. */
  readonly backChannels: ReadonlySet<string>;
  /** Written without spaces: `open`, `leaning` and `closing` are endings of the last word, not words. */
  readonly isSpaceless: boolean;
}

type Lists = Partial<Record<Exclude<keyof LanguageWords, 'isSpaceless'>, string>>;

function set(list = ''): ReadonlySet<string> {
  return new Set(
    list
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ''),
  );
}

function entry(lists: Lists, isSpaceless = false): LanguageWords {
  return {
    open: set(lists.open),
    leaning: set(lists.leaning),
    answers: set(lists.answers),
    closing: set(lists.closing),
    digits: set(lists.digits),
    numbers: set(lists.numbers),
    backChannels: set(lists.backChannels),
    isSpaceless,
  };
}

const byLanguage: Readonly<Partial<Record<string, LanguageWords>>> = {
  en: entry({
    open: `a, an, the, and, or, but, because, cause, if, than, although, unless, whether, while, um, umm, uh, uhh, er, erm, hm, hmm,
      my, your, our, their, its, mr, mrs, ms, dr, i, i'm, i'll, i'd, we're, they're`,
    leaning: `to, of, for, from, with, at, in, on, by, about, into, between, without, until, so, like, which, who, when, where, is the, are the,
      name is, number is, address is, email is, code is, it's, there's, would like, want to, going to, we, he, she, they, well, let me`,
    answers: `yes, no, yeah, yep, yup, nope, nah, ok, okay, sure, thanks, thank you, of course, please, right, correct, exactly, absolutely, fine,
      great, perfect, good, bye, goodbye, stop, sorry, mm hm, mhm, uh huh`,
    closing: `i think so, i hope so, i guess so`,
    digits: `zero, oh, one, two, three, four, five, six, seven, eight, nine, double, triple`,
    numbers: `number, phone, card, account, code, zip, postcode, pin, digits`,
    backChannels: `mm, mhm, mm hm, mm hmm, mmhmm, uh huh, hm, hmm, yeah, yep, yes, ok, okay, right, i see, sure, oh, ah, aha, got it, wow`,
  }),
  de: entry({
    open: `des, einem, einer, eines, und, oder, aber, weil, dass, wenn, ob, denn, sondern, obwohl,
      äh, ähm, öh, hm, also, mein, meine, meinen, meinem, meiner, ihr, ihre, herr, frau, dr`,
    leaning: `der, die, den, dem, ein, eine, einen, in, im, ins, von, vom, zum, zur, für, bei, beim, ohne, gegen, am, ich, wir, er,
      name ist, nummer ist, adresse ist, nummer lautet, ich möchte, ich will, ich hätte gern`,
    answers: `ja, nein, jo, nö, doch, ok, okay, gut, genau, richtig, stimmt, klar, gerne, gern, danke, bitte, vielen dank, sehr gut, sehr gerne, in ordnung,
      tschüss, natürlich`,
    digits: `null, eins, zwei, zwo, drei, vier, fünf, sechs, sieben, acht, neun`,
    numbers: `nummer, telefonnummer, handynummer, kundennummer, kontonummer, postleitzahl, karte, code, pin, iban`,
    backChannels: `ja, mhm, mm hm, hm, aha, ah, ach so, genau, ok, okay, stimmt, klar, verstehe, jaja, richtig`,
  }),
  fr: entry({
    open: `le, la, les, un, une, des, du, et, ou, mais, parce que, que, si, car, donc, puis, quand, comme, euh, heu, ben, hum, mon, ma, mes,
      votre, vos, notre, nos, leur, je, j', l', d', qu', monsieur, madame`,
    leaning: `à, au, aux, de, en, dans, avec, pour, par, sur, sous, sans, chez, vers, entre, nom est, numéro est, adresse est, c'est, nous, il,
      elle, je voudrais, j'aimerais`,
    answers: `oui, non, ouais, si, ok, okay, d'accord, merci, merci beaucoup, bien sûr, très bien, exactement, exact, voilà,
      parfait, s'il vous plaît, tout à fait, au revoir`,
    digits: `zéro, un, deux, trois, quatre, cinq, six, sept, huit, neuf`,
    numbers: `numéro, téléphone, carte, code, compte, postal`,
    backChannels: `oui, ouais, mm, mhm, mm hm, hm, hum, d'accord, ok, okay, ah, ah bon, ah oui, voilà, je vois, bien sûr`,
  }),
  es: entry({
    open: `el, la, los, las, un, una, unos, unas, y, e, o, u, pero, porque, que, si, aunque, como, cuando, eh, em, pues, mi, mis, su, sus,
      tu, del, al, señor, señora`,
    leaning: `este, a, de, en, con, por, para, sin, sobre, entre, hasta, desde, hacia, nombre es, número es, dirección es, yo, quiero, quisiera,
      me gustaría`,
    answers: `sí, si, no, vale, ok, okay, bueno, claro, gracias, muchas gracias, por favor, exacto, correcto, perfecto, muy bien, de acuerdo,
      adiós`,
    digits: `cero, uno, dos, tres, cuatro, cinco, seis, siete, ocho, nueve`,
    numbers: `número, teléfono, tarjeta, código, cuenta, postal`,
    backChannels: `sí, si, ajá, mm, mhm, mm hm, hm, ya, claro, vale, ok, okay, ah, bueno, entiendo, exacto`,
  }),
  it: entry({
    open: `il, lo, la, i, gli, le, un, e, ed, o, ma, però, perché, che, se, anche, quando, come, ehm, eh, uhm, cioè, mio, mia, miei,
      mie, suo, sua, del, della, al, alla, nel, nella, signor, signora`,
    leaning: `uno, una, a, di, da, in, con, su, per, tra, fra, senza, nome è, numero è, indirizzo è, io, vorrei, voglio`,
    answers: `sì, si, no, ok, okay, va bene, certo, grazie, grazie mille, per favore, esatto, giusto, perfetto, ciao, d'accordo,
      arrivederci`,
    digits: `zero, uno, due, tre, quattro, cinque, sei, sette, otto, nove`,
    numbers: `numero, telefono, carta, codice, conto, cap`,
    backChannels: `sì, si, mm, mhm, mm hm, hm, ah, eh, certo, ok, okay, va bene, capisco, ecco, esatto, già`,
  }),
  pt: entry({
    open: `o, a, os, as, um, uma, uns, umas, e, ou, mas, porque, que, se, quando, como, embora, é que, hum, hã, ahn, meu, minha, meus,
      minhas, seu, sua, do, da, dos, das, no, na, nos, nas, ao, senhor, senhora`,
    leaning: `tipo, de, em, com, por, para, pra, sem, sobre, entre, até, desde, nome é, número é, endereço é, eu, quero, queria, gostaria de`,
    answers: `sim, não, ok, okay, tá, está, bem, bom, claro, obrigado, obrigada, muito obrigado, muito obrigada, muito bem, por favor, certo, exato, perfeito, isso, tchau`,
    digits: `zero, um, uma, dois, duas, três, quatro, cinco, seis, meia, sete, oito, nove`,
    numbers: `número, telefone, cartão, código, conta, cep`,
    backChannels: `sim, aham, uhum, mm, mhm, hm, tá, é, pois é, certo, claro, ok, okay, ah, entendi, sei`,
  }),
  nl: entry({
    open: `de, een, en, of, maar, omdat, want, als, dus, terwijl, eh, euh, uh, uhm, ehm, hm, mijn, jouw, uw, onze, hun, meneer,
      mevrouw`,
    leaning: `in, met, van, voor, naar, bij, zonder, tegen, te, naam is, nummer is, adres is, ik, wij, we, ik wil,
      ik wil graag`,
    answers: `ja, nee, jawel, ok, okay, oké, goed, prima, precies, klopt, graag, bedankt, dank je, dank u, dank je wel, dank u wel, alstublieft, dag, doei`,
    digits: `nul, een, één, twee, drie, vier, vijf, zes, zeven, acht, negen`,
    numbers: `nummer, telefoonnummer, rekeningnummer, klantnummer, kaart, code, postcode, pincode`,
    backChannels: `ja, jaja, mm, mhm, mm hm, hm, oké, ok, okay, precies, klopt, aha, ah, inderdaad, snap ik`,
  }),
  ja: entry(
    {
      open: `えーと, えっと, ええと, あのー, あの, そのー, でも, それで, だから, なんか`,
      leaning: `は, が, を, に, へ, と, も, の, で, や, から, けど, けれど, ので, のに, て, し, って, たら, なら, まで, より`,
      answers: `はい, いいえ, うん, ううん, ええ, いや, そう, そうです, 了解です, わかりました, ありがとう, お願い, オッケー`,
      closing: `です, ます, ました, ません, でした, ですか, ますか, ましたか, ください, ですね, ですよ, ありがとう`,
      digits: `ゼロ, 零, 〇, 一, 二, 三, 四, 五, 六, 七, 八, 九`,
      numbers: `番号, 電話, カード, コード`,
      backChannels: `はい, うん, ええ, へえ, へー, なるほど, そうですね, そうですか, そうなんだ, うんうん, はいはい, ほう`,
    },
    true,
  ),
  hi: entry({
    open: `और, या, लेकिन, मगर, पर, कि, क्योंकि, तो, अगर, जो, जब, मतलब, उम, उम्म, अं, मेरा, मेरी, मेरे, आपका, आपकी, एक`,
    leaning: `का, की, के, को, में, से, ने, तक, लिए, मैं, हम, नाम, नंबर`,
    answers: `हाँ, हां, जी, नहीं, ठीक है, अच्छा, धन्यवाद, शुक्रिया, बिल्कुल, सही, ओके`,
    closing: `है, हैं, था, थी, थे, हूँ, हूं, दीजिए, कीजिए, चाहिए, धन्यवाद`,
    digits: `शून्य, एक, दो, तीन, चार, पांच, पाँच, छह, छः, सात, आठ, नौ`,
    numbers: `नंबर, फोन, फ़ोन, कार्ड, कोड, खाता, पिन`,
    backChannels: `हाँ, हां, जी, हम्म, हूँ, अच्छा, ठीक है, सही, ओके, जी हाँ, जी हां`,
  }),
};

const none = entry({});

/** @param language an ISO 639-1 code, with or without a region; one that is not listed has empty lists */
export function languageWords(language: string): LanguageWords {
  const [code] = language.toLowerCase().split(/[-_]/, 1);
  return (Object.hasOwn(byLanguage, code!) ? byLanguage[code!] : undefined) ?? none;
}
