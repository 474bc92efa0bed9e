/** What the rules know of a language: small lists of the usual words. Others are matched by their words alone. */
import { languageWords } from '../../turns/language-words.ts';
import { wordsOf } from './words.ts';

interface Lists {
  readonly yes: string;
  readonly no: string;
  readonly cancel: string;
  /** What stands before a name. */
  readonly nameIs: string;
  /** Words that say little, besides those that end no sentence. */
  readonly light: string;
  /** Said when no rule matches and there is no `Otherwise:`. */
  readonly fallback: string;
  readonly cancelled: string;
}

/** The same, as words that are compared. */
export interface LanguageLists {
  readonly yes: readonly (readonly string[])[];
  readonly no: readonly (readonly string[])[];
  readonly cancel: readonly string[];
  readonly nameIs: readonly (readonly string[])[];
  readonly light: ReadonlySet<string>;
  readonly fallback: string;
  readonly cancelled: string;
  /** As they are written. */
  readonly answers: readonly string[];
}

/** Sounds of hesitation in any language; they are passed over. */
const fillers = 'um, umm, uh, uhh, uhm, er, erm, hm, hmm, mm, aeh, aehm, oehm, euh, ehm, えっと, えーと, あの, उम';

const english: Lists = {
  yes: 'yes, yeah, yep, yup, sure, ok, okay, right, correct, exactly, of course, that is right, please do, go ahead, fine, absolutely',
  no: 'no, nope, nah, not, wrong, incorrect, never',
  cancel: 'cancel, never mind, nevermind, forget it, stop that, cancel that',
  nameIs: 'my name is, the name is, name is, this is, it is, i am, under the name, for, under',
  light: `i you he she it we they me my your is are am was were do does did can could would will shall please want like have has what when
    where how the a an to of for in on at and or this that there here just some any would need tell know be`,
  fallback: 'Sorry, I did not understand that.',
  cancelled: 'All right.',
};

const lists: Readonly<Record<string, Lists>> = {
  en: english,
  de: {
    yes: 'ja, jawohl, jo, genau, richtig, gern, gerne, ok, okay, stimmt, natürlich, klar, passt, bitte',
    no: 'nein, nee, nö, nicht, falsch, niemals',
    cancel: 'abbrechen, abbruch, vergiss es, vergessen sie es, doch nicht, schon gut, egal',
    nameIs: 'mein name ist, der name ist, ich heiße, ich bin, das ist, hier ist, auf den namen, auf',
    light: `ich du er sie es wir ihr mir mich dir dich uns ist sind bin war habe hat haben kann können könnte könnten möchte möchten will bitte
      mal der die das den dem ein eine einen einem und oder zu von für in im am an auf was wann wo wie ihnen ihre ihr denn da gibt`,
    fallback: 'Das habe ich leider nicht verstanden.',
    cancelled: 'In Ordnung.',
  },
  fr: {
    yes: "oui, ouais, d'accord, ok, okay, exactement, c'est ça, bien sûr, volontiers, tout à fait, parfait",
    no: 'non, pas, jamais, faux',
    cancel: 'annuler, annulez, laissez tomber, laisse tomber, oubliez, tant pis',
    nameIs: "je m'appelle, mon nom est, c'est, je suis, au nom de",
    light: `je tu il elle on nous vous ils me moi mon ma mes votre vos est sont suis ai a avez ont peux pouvez pourriez voudrais veux le la les
      un une des de du et ou à au aux en dans sur pour que quoi quand où comment s l d qu c j`,
    fallback: "Désolé, je n'ai pas compris.",
    cancelled: "D'accord.",
  },
  es: {
    yes: 'sí, claro, vale, ok, okay, correcto, exacto, de acuerdo, por supuesto, bueno',
    no: 'no, nunca, tampoco, incorrecto',
    cancel: 'cancelar, cancela, olvídalo, olvídelo, déjalo, déjelo, no importa',
    nameIs: 'me llamo, mi nombre es, soy, a nombre de, es',
    light: `yo tú él ella nosotros ustedes me mi mis su es son soy está están tengo tiene puede puedo podría quiero quisiera el la los las un
      una y o a de del en para por que qué cuándo dónde cómo se lo`,
    fallback: 'Perdón, no le he entendido.',
    cancelled: 'De acuerdo.',
  },
  it: {
    yes: "sì, certo, va bene, ok, okay, esatto, giusto, d'accordo, volentieri, perfetto",
    no: 'no, non, mai, sbagliato',
    cancel: 'annulla, annullare, lascia stare, lasci stare, lascia perdere, non importa',
    nameIs: 'mi chiamo, il mio nome è, sono, a nome di',
    light: `io tu lui lei noi voi mi mio mia è sono ho ha avete può posso potrebbe vorrei voglio il lo la i gli le un uno una e o a di del della
      in per che cosa quando dove come si`,
    fallback: 'Mi dispiace, non ho capito.',
    cancelled: 'Va bene.',
  },
  pt: {
    yes: 'sim, claro, ok, okay, certo, correto, exato, isso, pode ser, com certeza, está bem',
    no: 'não, nunca, errado',
    cancel: 'cancelar, cancela, esquece, esqueça, deixa para lá, deixe para lá, não importa',
    nameIs: 'meu nome é, o meu nome é, chamo-me, eu sou, sou, em nome de',
    light: `eu você ele ela nós me meu minha é são sou está estão tenho tem pode posso poderia quero queria gostaria o a os as um uma e ou de do
      da em no na para por que quando onde como se`,
    fallback: 'Desculpe, não entendi.',
    cancelled: 'Está bem.',
  },
  nl: {
    yes: 'ja, jawel, klopt, graag, ok, okay, oké, prima, zeker, goed, precies, natuurlijk',
    no: 'nee, niet, neen, nooit, fout',
    cancel: 'annuleren, annuleer, laat maar, vergeet het, toch niet',
    nameIs: 'mijn naam is, ik heet, ik ben, dit is, op naam van',
    light: `ik jij je hij zij ze wij we u mij me mijn uw is zijn ben was heb heeft hebben kan kunt zou wil graag de het een en of te van voor in
      op aan wat wanneer waar hoe dat die er`,
    fallback: 'Sorry, dat heb ik niet begrepen.',
    cancelled: 'Goed.',
  },
  ja: {
    yes: 'はい, ええ, うん, そうです, お願いします, 大丈夫です',
    no: 'いいえ, いや, 違います, ちがいます',
    cancel: 'キャンセル, やめます, 取り消し, もういいです',
    nameIs: '名前 は, 私 は',
    light: 'は が を に で と の か です ます も て',
    fallback: '申し訳ありません。よく分かりませんでした。',
    cancelled: '分かりました。',
  },
  hi: {
    yes: 'हाँ, हां, जी, जी हाँ, ठीक है, सही, बिल्कुल, ओके',
    no: 'नहीं, ना, मत, गलत',
    cancel: 'रद्द, रद्द करें, रहने दो, रहने दीजिए, छोड़ो',
    nameIs: 'मेरा नाम',
    light: 'मैं मुझे मेरा आप आपका है हैं का की के को में से पर और या क्या कब कहाँ कैसे',
    fallback: 'माफ़ कीजिए, मैं समझ नहीं पाया।',
    cancelled: 'ठीक है।',
  },
};

const made = new Map<string, LanguageLists>();

/** @param language ISO 639-1; of one that is not listed the answers of English are taken, and no word says little */
export function listsOf(language: string): LanguageLists {
  const known = made.get(language);
  if (known !== undefined) return known;
  const own = Object.hasOwn(lists, language) ? lists[language]! : { ...english, light: '', nameIs: '' };
  const split = (list: string): string[] => list.split(',').map((entry) => entry.trim());
  const phrases = (list: string): string[][] =>
    split(list)
      .map((entry) => wordsOf(entry, language))
      .filter((words) => words.length > 0)
      .toSorted((a, b) => b.length - a.length);
  const { open, leaning } = languageWords(language);
  const read: LanguageLists = {
    yes: phrases(own.yes),
    no: phrases(own.no),
    cancel: split(own.cancel),
    nameIs: phrases(own.nameIs),
    light: new Set([own.light, ...open, ...leaning].flatMap((entry) => wordsOf(entry, language))),
    fallback: own.fallback,
    cancelled: own.cancelled,
    answers: [...split(own.yes), ...split(own.no)],
  };
  if (made.size < 100) made.set(language, read);
  return read;
}

const hesitations = new Set(wordsOf(fillers, ''));

/** Whether there is nothing but sounds of hesitation, or nothing at all. */
export function saysNothing(words: readonly string[]): boolean {
  return words.every((word) => hesitations.has(word));
}

/** Without sounds of hesitation, unless there is nothing else. */
export function withoutFillers(words: readonly string[]): readonly string[] {
  const rest = words.filter((word) => !hesitations.has(word));
  return rest.length > 0 ? rest : words;
}
