/**
 * Short names of weekdays and months that stand beside another of their kind: `Lun. et mar.`, `Jan. bis Sept.`, `пн–пт`. One alone is read
 * beside a number only, by the tables of abbreviations, since many are words as well.
 */
import { matchAt, type Locale, type Rule } from '../rule.ts';
import { wordsOf } from '../numerals.ts';

/** Weekdays from Monday on and months, short and full with `=`; other forms of a short name with `/`. */
const tables: Readonly<Record<string, string>> = {
  de: 'mo=Montag di=Dienstag mi=Mittwoch do=Donnerstag fr=Freitag sa=Samstag so=Sonntag|jan=Januar febr/feb=Februar mrz=März apr=April jun=Juni jul=Juli aug=August sept/sep=September okt=Oktober nov=November dez=Dezember',
  fr: 'lun=lundi mar=mardi mer=mercredi jeu=jeudi ven=vendredi sam=samedi dim=dimanche|janv=janvier févr=février avr=avril juil=juillet sept=septembre oct=octobre nov=novembre déc=décembre',
  es: 'lun=lunes mar=martes mié/mie=miércoles jue=jueves vie=viernes sáb/sab=sábado dom=domingo|ene=enero feb=febrero abr=abril jun=junio jul=julio ago=agosto sept/sep=septiembre oct=octubre nov=noviembre dic=diciembre',
  pt: 'seg=segunda ter=terça qua=quarta qui=quinta sex=sexta sáb/sab=sábado dom=domingo|jan=janeiro fev=fevereiro abr=abril jun=junho jul=julho ago=agosto set=setembro out=outubro nov=novembro dez=dezembro',
  it: 'lun=lunedì mar=martedì mer=mercoledì gio=giovedì ven=venerdì sab=sabato dom=domenica|genn/gen=gennaio febbr/feb=febbraio apr=aprile giu=giugno lug=luglio ago=agosto sett/set=settembre ott=ottobre nov=novembre dic=dicembre',
  nl: 'ma=maandag di=dinsdag wo=woensdag do=donderdag vr=vrijdag za=zaterdag zo=zondag|jan=januari feb=februari mrt=maart apr=april jun=juni jul=juli aug=augustus sept/sep=september okt=oktober nov=november dec=december',
  sv: 'mån=måndag tis=tisdag ons=onsdag tors/tor=torsdag fre=fredag lör=lördag sön=söndag|jan=januari febr/feb=februari apr=april aug=augusti sept/sep=september okt=oktober nov=november dec=december',
  da: 'man=mandag tirs/tir=tirsdag ons=onsdag tors/tor=torsdag fre=fredag lør=lørdag søn=søndag|jan=januar feb=februar apr=april aug=august sept/sep=september okt=oktober nov=november dec=december',
  no: 'man=mandag tirs/tir=tirsdag ons=onsdag tors/tor=torsdag fre=fredag lør=lørdag søn=søndag|jan=januar feb=februar apr=april aug=august sept/sep=september okt=oktober nov=november des=desember',
  fi: 'ma=maanantai ti=tiistai ke=keskiviikko to=torstai pe=perjantai la=lauantai su=sunnuntai',
  pl: 'pon/pn=poniedziałek wt=wtorek śr=środa czw=czwartek pt=piątek sob=sobota nd/niedz=niedziela|sty=styczeń lut=luty kwi=kwiecień cze=czerwiec lip=lipiec sie=sierpień wrz=wrzesień paź=październik lis=listopad gru=grudzień',
  cs: 'po=pondělí út=úterý st=středa čt=čtvrtek pá=pátek so=sobota ne=neděle',
  sk: 'po=pondelok ut=utorok st=streda št=štvrtok pi=piatok so=sobota ne=nedeľa',
  ru: 'пн/пон=понедельник вт=вторник ср=среда чт=четверг пт=пятница сб=суббота вс=воскресенье|янв=январь февр/фев=февраль апр=апрель авг=август сент/сен=сентябрь окт=октябрь нояб/ноя=ноябрь дек=декабрь',
  uk: 'пн=понеділок вт=вівторок ср=середа чт=четвер пт=п’ятниця сб=субота нд=неділя',
  hu: 'hét=hétfő kedd=kedd sze/szer=szerda csüt=csütörtök pén=péntek szo/szomb=szombat vas=vasárnap|jan=január febr=február márc=március ápr=április máj=május jún=június júl=július aug=augusztus szept=szeptember okt=október nov=november dec=december',
  tr: 'pzt/pts=Pazartesi sal=Salı çar/çrş=Çarşamba per/prş=Perşembe cum=Cuma cmt/cts=Cumartesi paz=Pazar|oca=Ocak şub=Şubat nis=Nisan may=Mayıs haz=Haziran tem=Temmuz ağu=Ağustos eyl=Eylül eki=Ekim kas=Kasım ara=Aralık',
  hi: 'सो/सोम=सोमवार मं/मंगल=मंगलवार बु/बुध=बुधवार गु/गुरु=गुरुवार शु/शुक्र=शुक्रवार श/शनि=शनिवार र/रवि=रविवार|जन=जनवरी फर/फ़र=फ़रवरी अग=अगस्त सित=सितंबर अक्टू=अक्टूबर नव=नवंबर दिस=दिसंबर',
};
/** Between two of them. */
const between = String.raw` ?[-–—/] ?| (?:bis|und|u\.|oder|à|au|et|ou|a|al|y|e|o|ou|e|até|do|tot|t\/m|en|till|och|til|og|i|do|и|до|по|й|और|से|és|ve|ile) |, ?`;

interface ShortNames {
  readonly full: ReadonlyMap<string, string>;
  readonly pair: RegExp;
  readonly second: RegExp;
  /** One more of them behind. */
  readonly more: RegExp;
}

const made = new Map<string, ShortNames | undefined>();

function namesOf(language: string): ShortNames | undefined {
  if (made.has(language)) return made.get(language);
  const table = tables[language];
  const names = table === undefined ? undefined : namesFrom(table);
  made.set(language, names);
  return names;
}

function namesFrom(table: string): ShortNames {
  const kinds = table.split('|').map((kind) =>
    kind.split(' ').flatMap((entry) => {
      const [short = '', name = ''] = entry.split('=');
      return short.split('/').map((each): [string, string] => [each, name]);
    }),
  );
  const kindSources = kinds.map((kind) => {
    const short = kind.map(([name]) => `[${name.charAt(0)}${name.charAt(0).toUpperCase()}]${name.slice(1)}`);
    return `(?:${short.sort((a, b) => b.length - a.length).join('|')})`;
  });
  const end = String.raw`(?![\p{L}\p{M}\p{N}])`;
  // One of them has its full stop, or a dash stands between.
  const pairs = kindSources.map(
    (name) =>
      `${name}(?:\\.(?:${between})${name}(?:\\.|${end})| ?[-–—/] ?${name}(?:\\.|${end})|(?:${between})${name}\\.)`,
  );
  return {
    full: new Map(kinds.flat()),
    pair: new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(?:${pairs.join('|')})`, 'uy'),
    more: new RegExp(`(${between})(${kindSources.join('|')})(?:\\.|${end})`, 'uy'),
    second: new RegExp(`^(.+?)(\\.?)(${between})(?=${kindSources.join('|')})`, 'u'),
  };
}

/** Languages that write them before times without a full stop. */
const besideTimes = new Set('de nl fr es it pl'.split(' '));
/** Those that are common words (`zo 10 uur`, `en mer 14h`, `le jeu 6-4`, `al mar 12:30`): days only in a list, behind another time. */
const words: Readonly<Record<string, ReadonlySet<string>>> = {
  nl: new Set(['zo']),
  fr: new Set(['mer', 'jeu']),
  es: new Set(['mar']),
  it: new Set(['mar']),
};
const behindTime = /\d ?(?:h|uur|u|ore)?\.?[,;/|] ?$/u;
const longestBehindTime = 12;

function isCommonWord(name: string, text: string, at: number, { language }: Locale): boolean {
  const isWord = words[language]?.has(name.toLowerCase()) === true;
  return isWord && !behindTime.test(text.slice(Math.max(0, at - longestBehindTime), at));
}
const alone = new Map<string, RegExp>();

/** A weekday before a time or, in German, a date: `Fr 9:00`, `Sa 9-13 Uhr`; a lone number behind it may be anything. */
function beforeTime(locale: Locale): RegExp {
  let pattern = alone.get(locale.language);
  if (pattern === undefined) {
    const names = Object.keys(weekdaysOf(locale.language));
    const isGerman = locale.language === 'de';
    const cased = names.map((name) => {
      const first = name.charAt(0);
      return `${isGerman ? first.toUpperCase() : `[${first}${first.toUpperCase()}]`}${name.slice(1)}`;
    });
    const word = `(?: ?(?:${locale.signs.afterTime === '' ? '(?!)' : locale.signs.afterTime})(?!\\p{L}))`;
    const hour = String.raw`(?:[01]?\d|2[0-4])`;
    const range = String.raw`(?:[:.][0-5]\d)? ?[-–] ?${hour}(?:[:.][0-5]\d)?(?:${word}|(?! ?[\p{L}\d€%$£/]|[.,:]\d))`;
    const date = isGerman
      ? String.raw`|\d{1,2}\.(?:\d{1,2}\.| ?(?:Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez))`
      : '';
    pattern = new RegExp(
      String.raw`(${cased.join('|')})(?=,? (?:${hour}(?:(?:[:.][0-5]\d)?${word}|:[0-5]\d(?!\d)|${range})${date}))`,
      'uy',
    );
    alone.set(locale.language, pattern);
  }
  return pattern;
}

/** Weekdays by their short names in lower case. */
export function weekdaysOf(language: string): Readonly<Record<string, string>> {
  const entries = (tables[language]?.split('|')[0] ?? '').split(' ').flatMap((entry) => {
    const [short = '', name = ''] = entry.split('=');
    return short.split('/').map((each) => [each, name] as const);
  });
  return Object.fromEntries(entries);
}

/** `am Fr 13 Uhr`, `Sa 9-13 Uhr`. */
export const weekdayBeforeTime: Rule = {
  starts: ['letter'],
  applies: (text) => /\p{L}{2},? \d/u.test(text),
  read: ({ text, at, locale }) => {
    const found = besideTimes.has(locale.language) ? matchAt(beforeTime(locale), text, at) : null;
    if (found === null || isCommonWord(found[1]!, text, at, locale)) return undefined;
    const name = namesOf(locale.language)!.full.get(found[1]!.toLowerCase());
    return name === undefined ? undefined : [{ end: at + found[0].length, words: [name] }];
  },
};

/** A full stop before more text, or a dash between letters. */
const besideAnother = /[\p{L}\p{M}](?:\.[ ,–—/-]|[–—/-][\p{L}\p{M}]| [–—-] )/u;
/** Two of them; the dash between is "to". */
export const shortNames: Rule = {
  starts: ['letter'],
  applies: (text) => besideAnother.test(text),
  read: ({ text, at, locale }) => {
    const names = namesOf(locale.language);
    const found = names === undefined ? null : matchAt(names.pair, text, at);
    if (names === undefined || found === null) return undefined;
    const parts = names.second.exec(found[0]);
    const [all = '', first = ''] = parts ?? [];
    const link = parts?.[3] ?? '';
    if (all === '') return undefined;
    const last = found[0].slice(all.length).replace(/\.$/u, '');
    const [from, to] = [first, last].map((name) => names.full.get(name.toLowerCase()));
    if (from === undefined || to === undefined) return undefined;
    const words = [from, ...linkWords(link, locale), to];
    let end = at + found[0].length;
    for (let more = matchAt(names.more, text, end); more !== null; more = matchAt(names.more, text, end)) {
      words.push(...linkWords(more[1]!, locale), names.full.get(more[2]!.toLowerCase())!);
      end += more[0].length;
    }
    return [{ end, words }];
  },
};

function linkWords(link: string, locale: Locale): string[] {
  const word = link.trim();
  if (/^[-–—]$/u.test(word)) return wordsOf(locale.signs.to);
  if (word === 'u.') return wordsOf(locale.signs.and);
  return /^[/,]?$/u.test(word) ? [] : [word];
}
