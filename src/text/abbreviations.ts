/** Abbreviations that are written with a full stop, by language: lower case, without the last full stop. */
import { isLetter } from './characters.ts';
import { stoppedAbbreviations } from './normalise/languages/abbreviations.ts';

interface Abbreviations {
  /** Something always follows (titles, `e.g.`): the full stop never ends a sentence. */
  readonly before: ReadonlySet<string>;
  /** May end a sentence: it does when a word in capitals or without case follows. */
  readonly either: ReadonlySet<string>;
  /** The same, but names often follow (`5 p.m. Eastern`), so that only a usual first word of a sentence counts. */
  readonly amidNames: ReadonlySet<string>;
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/u).filter((word) => word !== ''));
}

function entry(before: string, either = '', amidNames = ''): Abbreviations {
  return { before: words(before), either: words(either), amidNames: words(amidNames) };
}

const byLanguage: Readonly<Record<string, Abbreviations>> = {
  en: entry(
    'mr mrs ms mx messrs dr prof st sen rep gov gen col lt capt cmdr cpl sgt maj adm rev hon pres supt insp fr e.g i.e eg ie viz cf vs v ca approx incl excl esp mt',
    'etc no nos p pp rm fri sat sun lb lbs oz min max hr hrs tel ext est',
    'al inc ltd co corp jr sr bros dept univ assn ave blvd rd ln hwy apt jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs a.m p.m vol vols ch sec fig figs eq art par ed eds op ft exp fl asst intl natl attn bldg mgr lieut',
  ),
  // Nouns have capitals, so that one says nothing about the sentence.
  de: entry(
    'dr prof hr fr frl st z.b d.h u.a o.ä i.d.r s.o s.u v.a z.t bzw ca vgl evtl ggf inkl exkl abs geb gest hrsg ing dipl sog d.i u.u z.zt m.e i.a allg bes insb zzgl abzgl co zw med phil jur rer nat habil pck',
    'usw etc uvm u.v.m u.s.w',
    'mio mrd tsd tel jh jhd jan feb mrz apr jun jul aug sept okt nov dez mo di mi do sa so max min mind nr art bd mag str mwst ust zi',
  ),
  fr: entry(
    'm mm mme mmes mlle mlles dr pr me mgr st ste p.ex c.-à-d cf env n av boul tél bât esc appt étg',
    'etc janv févr avr juil sept oct nov déc j.-c vol chap art bd fig no lun mar mer jeu ven sam dim incl',
  ),
  es: entry(
    'cda cdas cdta cdtas sr sra srta sres d dª dña dr dra prof profa lic ing arq gral cnel tte st sto sta ud uds vd vds p.ej ej núm av avda c aprox gob mons col fracc',
    'etc ee.uu a.m p.m a.c d.c s.a ene feb abr ago sept oct nov dic nº no pág págs art cap vol fig tel lun mar mié jue vie sáb dom incl',
  ),
  pt: entry(
    'sr sra srs sras srta dr dra prof profa eng exmo exma d p.ex ex núm av r aprox gen cel',
    'etc a.m p.m a.c d.c s.a ltda cia jan fev abr ago set out nov dez nº pág págs art cap vol fig tel seg ter qua qui sex sáb dom incl',
  ),
  it: entry(
    'sig sigg sig.ra sig.na dott dott.ssa prof prof.ssa avv ing arch geom rag on sen s p.es es n nn pagg v.le p.za ca cfr gen col mons',
    'ecc a.c d.c s.p.a s.r.l genn febbr ott nov dic pag art cap vol fig tel lun mar mer gio ven sab dom incl',
  ),
  nl: entry(
    'dhr mevr mw dr drs ir ing mr prof st bv b.v d.w.z o.a m.n t.o.v i.p.v i.v.m a.u.b blz ca evt incl excl vgl',
    'enz etc e.d jl jr sr jan feb mrt apr jun jul aug sep sept okt nov dec nr art max min',
  ),
  pl: entry(
    'p dr prof mgr inż doc hab ks św gen płk kpt por ul al pl np tzn tj tzw m.in ok poz ust pkt godz woj',
    'itd itp r w zł gr im nr str art min maks tel',
  ),
  cs: entry(
    'p pí sl dr mudr ing mgr bc prof doc sv ul nám tj tzn tzv např popř resp mj',
    'atd apod aj kč hod r č čís str max min tel',
  ),
  sk: entry(
    'p dr mudr ing mgr bc prof doc sv ul nám t.j tj tzn tzv napr popr resp',
    'atď atd apod hod r č str max min tel',
  ),
  hr: entry('g gđa gđica dr mr prof sv ul br tj npr tzv odn ing', 'itd sl god st str max min tel'),
  sv: entry(
    'hr fr dr prof st s.k t.ex bl.a d.v.s dvs m.a.o ca jfr resp f.d',
    'osv etc m.m m.fl o.s.v o.d kl kr nr kap sid fig max min tel',
  ),
  da: entry(
    'hr fr dr prof skt f.eks bl.a d.v.s dvs ca jf tlf pga mht ifm iht fx',
    'osv etc m.m m.fl mv kr kl nr kap fig max min',
  ),
  no: entry(
    'hr fr dr prof st f.eks bl.a dvs ca jf tlf pga mht ifm iht',
    'osv etc m.m m.fl mv kr kl nr kap fig maks min',
  ),
  fi: entry('hra rva nti tri tohtori prof esim ks vrt mm ts n nk ns klo nro s puh alk', 'jne yms ym ym.s jaa max min'),
  hu: entry(
    'dr prof ifj id özv sz st pl ún ill kb vö ld u.i u krt fszt ker',
    'stb stb.i kft rt zrt jan febr márc ápr máj jún júl aug szept okt nov dec max min tel',
  ),
  ro: entry(
    'dl dna dra d-na dr prof ing av sf p.ex ex cca',
    'etc ș.a.m.d ş.a.m.d lei a.c ian feb mar apr iun iul aug sept oct nov dec str nr bd pag art cap vol fig tel',
  ),
  tr: entry(
    'dr prof doç yrd av sn bay bn mah cad sok apt örn bkz hz st gn alb',
    'vb vs vd ltd şti a.ş no tel max min sa',
  ),
  el: entry('κ κα κος δρ καθ αγ π.χ δηλ βλ αρ σελ οδ λεωφ τηλ τ.μ περ ν', 'κ.λπ κλπ κ.ά κ.α κ.τ.λ κτλ π.μ μ.μ π.χ μ.χ'),
  ru: entry(
    'г-н г-жа гр д-р проф акад доц им св ул пр просп пер пл д кв т.е т.к т.н напр см ср обл р-н инж ген полк кап',
    'т.д т.п др пр руб коп тыс млн млрд гг вв н.э км кг янв февр апр авг сент окт нояб дек тел стр рис гл ст',
  ),
  uk: entry(
    'п пп д-р проф акад доц ім св вул просп пров пл буд кв т.зв напр див пор обл р-н інж ген',
    'т.д т.п ін грн коп тис млн млрд рр ст н.е км кг січ лют бер квіт трав черв лип серп верес жовт лист груд тел стор рис гл',
  ),
  bg: entry(
    'г-н г-жа г-ца д-р проф доц акад инж св ул бул пл бл вх ап т.е т.нар напр вж ср чл',
    'т.н и др др пр лв ст хил млн млрд н.е тел стр гл',
  ),
  id: entry('dr prof ir drs hj h bpk sdr sdri jl hlm tgl st a.n u.p s.d', 'dll dsb dst tbk pt no tel'),
  ms: entry('dr prof ir tn pn en hj hlm jln kpd sdn', 'dll dsb bhd no tel'),
  vi: entry('ts ths pgs gs bs ks tp q p đ ô v.d vd tr st', 'v.v vv'),
  tl: entry('g gng bb dr dra prof atty engr gob sen rep hal blg st sto sta', 'atbp a.m p.m'),
  hi: entry(
    'डॉ डा प्रो श्री सुश्री कु पं इं इंजी स्व नं सं पृ एड उदा मो न ई ए बी सी डी एफ जी एच आई जे के एल एम एन ओ पी क्यू आर एस टी यू वी',
    'रु कि.मी लि कं',
  ),
  mr: entry('डॉ प्रा श्री सौ कु पं उदा ए बी सी डी एस के पी', 'रु इ'),
  bn: entry('ড ডা মো প্রফ মোঃ'),
  gu: entry('ડૉ ડો પ્રો શ્રી', 'રૂ'),
  pa: entry('ਡਾ ਪ੍ਰੋ ਸ੍ਰੀ', 'ਰੁ'),
  or: entry('ଡଃ ଡା ଡ ପ୍ରୋ'),
  ta: entry('டாக் திரு திருமதி பேரா எ.கா', 'ரூ'),
  te: entry('డా ప్రొ శ్రీ', 'రూ'),
  kn: entry('ಡಾ ಪ್ರೊ ಶ್ರೀ', 'ರೂ'),
  ml: entry('ഡോ പ്രൊ ശ്രീ', 'രൂ'),
  th: entry('ดร ผศ รศ ศ นพ พญ น.ส พ.ศ ค.ศ จ อ ต ถ โทร', 'ฯลฯ น ก.ม'),
  ka: entry('ქ ქ-ნი ბ-ნი დოქ პროფ ე.ი მაგ იხ', 'ა.შ სხვ წ დოლ'),
  he: entry('פרופ ד"ר'),
  ar: entry('د أ م ص أ.د ش ج', 'ق.م ص.ب إلخ'),
  zh: entry('', 'no p pp vol fig'),
  ja: entry('', 'no p pp vol fig'),
  ko: entry('', 'no p pp vol fig'),
  ur: entry('ڈاکٹر ڈ م'),
};

const nothing = entry('');
/** Titles that stand in foreign text too. */
const anywhere = words('dr mr mrs ms prof st');

/** Words that begin a sentence far more often than a name, so that `the U.S. He …` is two sentences and `the U.S. Senate` is not. */
const starters: Readonly<Record<string, ReadonlySet<string>>> = {
  en: words(
    'the a an it he she they we you i this that these those there here but and so or if when while what who why how where in on at for from as after before because although however then now my our his her their its your not some many most all is are was were do does did can could would will should let please yes',
  ),
  de: words(
    'der die das den dem des ein eine einen einem einer es er sie wir ihr ich du man mein meine dein deine sein seine unser unsere ihre ihren euer dies dieser diese dieses diesen jeder jede jedes alle viele einige manche kein keine hier da dort dann danach davor dabei dazu daher dafür darum deshalb deswegen trotzdem jedoch aber und oder denn doch wenn als weil obwohl während bevor nachdem seit bis ob wie was wer wem wen wo wann warum woher wohin welche welcher welches in im an am auf aus bei beim mit nach von vom vor zu zum zur für gegen ohne um unter über zwischen durch auch noch nur schon so sobald ist sind war waren wird werden wurde hat haben hatte kann können konnte muss müssen soll sollen darf bitte ja nein nun jetzt heute morgen gestern inzwischen zuerst schließlich außerdem leider natürlich vielleicht danke insgesamt allerdings niemand keiner mehr weniger fast etwa seit laut',
  ),
};

/** An article before a vowel: `l'art.` */
const elided = /^(?:[ld]|dell|all|nell|sull|dall)['’]/u;

/** Languages whose nouns end in the short word for a number: `Bestellnr.` */
const numberedInOne = words('de nl sv da no');

/** Languages that write ordinal numbers with a full stop. */
const ordinalLanguages = words('de da no fi cs sk hu hr pl tr');

/** Languages that write Roman ordinals with a full stop before what they number: `IV. Béla`. */
const romanBeforeName = words('hu tr');

const shortParts = /^(?:\p{L}{1,2}\.)+\p{L}{1,2}$/u;
const initialScripts =
  /^(?:\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Greek}|\p{Script=Arabic}|\p{Script=Hebrew}|\p{Script=Georgian})$/u;

/**
 * How a full stop after a word decides about the end of the sentence:
 * `never`, only before a capital letter (`capital`), only before a word that usually begins one (`starter`), not before a number
 * (`letter`), or `open` like any other word.
 */
export type FullStop = 'never' | 'capital' | 'starter' | 'letter' | 'open';

/**
 * @param word     the word before the full stop, with inner full stops
 * @param language ISO 639-1
 * @param parts    short words before it that have a full stop and white space behind them: `z` before `z. B.`
 */
export function fullStopAfter(word: string, language: string, parts: readonly string[] = []): FullStop {
  const lower = word.toLowerCase().replace(elided, '');
  for (let from = 0; from < parts.length; from++) {
    const listed = ofAbbreviation([...parts.slice(from), lower].join('.').toLowerCase(), language);
    if (listed !== undefined) return listed;
  }
  // An initial, also where the small letter is an abbreviation.
  const isInitial = language !== 'en' && word !== lower && initialScripts.test(word);
  return isInitial ? 'never' : (ofAbbreviation(lower, language) ?? ofShape(word, lower, language));
}

/** By what the word looks like. */
function ofShape(word: string, lower: string, language: string): FullStop {
  if (numberedInOne.has(language) && /^\p{L}{3,30}nr$/u.test(word)) return 'starter';
  if (isStreet(word, language)) return 'capital';
  // `1.-5. Juli`: the hyphen makes one word of both.
  if (/^(?:\p{N}{1,2}\.[-/])?\p{N}{1,2}$/u.test(word) && ordinalLanguages.has(language)) return 'never';
  // The numeral stands before its name.
  if (romanBeforeName.has(language) && /^[IVXLC]+$/u.test(word)) return 'never';
  if (initialScripts.test(word)) return language === 'en' ? 'starter' : 'never';
  if (!shortParts.test(word)) return isSurelyShort(word, language) ? 'capital' : 'open';
  return word === lower && isLetter(word.codePointAt(0)!) ? 'capital' : 'starter';
}

/** @returns undefined for what is no abbreviation */
function ofAbbreviation(lower: string, language: string): FullStop | undefined {
  const { before, either, amidNames } = byLanguage[language] ?? nothing;
  if (before.has(lower) || anywhere.has(lower)) return 'never';
  if (amidNames.has(lower)) return 'starter';
  if (either.has(lower)) return 'capital';
  const read = stoppedAbbreviations(language);
  if (read.before.has(lower)) return 'never';
  if (read.beforeNumber.has(lower)) return 'letter';
  if (!read.either.has(lower)) return undefined;
  return language === 'de' ? 'starter' : 'capital';
}

/** What no word of a language that few letters long ends with, in lower case; words of other languages that do are left out. */
const noEnds: Readonly<Record<string, RegExp>> = {
  en: /(?:[bcdfgkptv]l|[bcdfgkpt]r|[bdgkptv]n|[bdgkpt]m|[jqv])$(?<!luv)/u,
  de: /(?:[bcfgkptv]l|[bcdfgkpt]r|[bdgkptv]n|[bdgkpt]m|[jqv])$(?<!brav|aktiv|naiv)/u,
  nl: /(?:[bcdfgkptv]l|[bcdfgkpt]r|[bdgkptv]n|[bdgkpt]m|[jqv])$(?<!ij)/u,
  fr: /(?:[bcdfgkptv][lrmn]|[jv])$/u,
  es: /[bcfghjkmpqtvw]$(?<!^(?:a|o|u|e)h|club|chat|web|cli[cp]|test|set|kit|rock|golf|bit|byte|ítem|team|app|pop|hip|top|show|stock|pack|link|blog|block|bo[tc]|robot|reloj|álbum|debut|cómic|spot|jet|net|zoom|spam|vip)/u,
  pt: /[bcdfghjkpqtvw]$(?<!^(?:a|o|u|e)h|club|chat|web|cli[cp]|test|set|kit|rock|golf|bit|app|pop|hip|top|show|stock|pack|link|blog|bo[tc]|robot|internet|spot|jet|net|vip|blog)/u,
  it: /(?:[bcfgjkmpqtvwz]|[bcdfgkptv][lrn])$(?<!club|chat|web|clic|test|set|kit|rock|golf|bit|app|pop|top|show|stock|pack|link|blog|bo[tc]|robot|est|ovest|film|team|tram|quiz|jazz|spot|jet|net|sport|gap|zoom|spam|vip)/u,
};
/** What no word of these languages begins with: `dpto`, `ctda`. */
const noStart = /^[bcdfgptvlmnr][bcdfgkmpqtvz]/u;
const romance = words('es fr it pt ro');
/** Languages whose words may do without a letter for a vowel. */
const vowelless = words('cs sk hr tl');
const noVowel = /^(?:(?![aeiouyаеёиоуыэюяіїєаъαεηιουω])\p{Ll}){2,5}$/u;
const interjection = /^(?:[sh]{2,}|h?m{2,}h?m?|p?[sf]*t|b?r{2,}|z{2,}|t[ss]{2,})$/u;

/**
 * Short for a longer word, whatever it is: it looks like no word of the language (`encl`, `miérc`, `dpto`, `tlf`), so that a full stop
 * behind it ends no sentence before a number.
 */
function isSurelyShort(word: string, language: string): boolean {
  if (!/^\p{L}?\p{Ll}{1,5}$/u.test(word)) return false;
  const plain = word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  if (noVowel.test(plain) && !vowelless.has(language)) return !interjection.test(plain);
  return noEnds[language]?.test(word) === true || (romance.has(language) && noStart.test(plain));
}

/** `Hauptstr. 5`, `Storg. 5` */
function isStreet(word: string, language: string): boolean {
  if (language === 'de' || language === 'nl') return /^\p{L}{3,30}[Ss]tr$/u.test(word);
  return language === 'sv' && /^\p{Lu}\p{Ll}{2,20}[^n\P{L}][gv]$/u.test(word);
}

/** True for a word that usually begins a sentence; known for English and German, false elsewhere. */
export function usuallyStarts(word: string, language: string): boolean {
  return starters[language]?.has(word.toLowerCase()) ?? false;
}
