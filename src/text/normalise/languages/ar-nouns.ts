/**
 * What Arabic numbers count, as symbols and abbreviations: currencies and units with the forms that العدد والمعدود asks for.
 * CLDR has one form for most of them.
 */
import type { Gender } from './ar-numbers.ts';

export interface CountedNoun {
  readonly gender: Gender;
  /** Singular, dual, plural after 3–10, accusative singular after 11–99. */
  readonly forms: readonly [string, string, string, string];
}

/** Written forms; gender; the four forms, words of one form joined by `_`. */
const table = `
  $|US$|USD m دولار دولاران دولارات دولارًا
  €|EUR m يورو يورو يورو يورو
  £|GBP m جنيه_إسترليني جنيهان_إسترلينيان جنيهات_إسترلينية جنيهًا_إسترلينيًا
  ¥|JPY m ين ينان ينات ينًا
  ر.س|ر.س.|SAR|﷼ m ريال_سعودي ريالان_سعوديان ريالات_سعودية ريالًا_سعوديًا
  د.إ|د.إ.|AED m درهم_إماراتي درهمان_إماراتيان دراهم_إماراتية درهمًا_إماراتيًا
  ج.م|ج.م.|EGP m جنيه_مصري جنيهان_مصريان جنيهات_مصرية جنيهًا_مصريًا
  د.ك|د.ك.|KWD m دينار_كويتي ديناران_كويتيان دنانير_كويتية دينارًا_كويتيًا
  ₪|ILS m شيكل شيكلان شواكل شيكلًا
  kg|كغ|كغم|كجم m كيلوغرام كيلوغرامان كيلوغرامات كيلوغرامًا
  g|غ|غم|جم m غرام غرامان غرامات غرامًا
  mg|ملغ|مجم m مليغرام مليغرامان مليغرامات مليغرامًا
  km|كم|كلم m كيلومتر كيلومتران كيلومترات كيلومترًا
  m m متر متران أمتار مترًا
  cm|سم m سنتيمتر سنتيمتران سنتيمترات سنتيمترًا
  mm|ملم|مم m مليمتر مليمتران مليمترات مليمترًا
  l|L m لتر لتران لترات لترًا
  ml|mL|مل m مليلتر مليلتران مليلترات مليلترًا
  m²|m2|م²|م2 m متر_مربع متران_مربعان أمتار_مربعة مترًا_مربعًا
  km²|km2|كم² m كيلومتر_مربع كيلومتران_مربعان كيلومترات_مربعة كيلومترًا_مربعًا
  m³|m3|م³ m متر_مكعب متران_مكعبان أمتار_مكعبة مترًا_مكعبًا
  km/h|كم/س|كم/ساعة m كيلومتر_في_الساعة كيلومتران_في_الساعة كيلومترات_في_الساعة كيلومترًا_في_الساعة
  °C|°م|م° f درجة_مئوية درجتان_مئويتان درجات_مئوية درجة_مئوية
  °F f درجة_فهرنهايت درجتان_فهرنهايت درجات_فهرنهايت درجة_فهرنهايت
  ° f درجة درجتان درجات درجة
  GB m غيغابايت غيغابايت غيغابايت غيغابايت
  MB m ميغابايت ميغابايت ميغابايت ميغابايت
  kW m كيلوواط كيلوواط كيلوواط كيلوواط
`;

function nounOf([written = '', gender, ...forms]: readonly string[]): readonly [string, CountedNoun][] {
  const words = forms.map((form) => form.replace(/_/gu, ' ')) as unknown as CountedNoun['forms'];
  const noun = { gender: gender === 'f' ? 'feminine' : 'masculine', forms: words } as const;
  return written.split('|').map((each): [string, CountedNoun] => [each, noun]);
}

/** By written form. */
export const countedNouns: ReadonlyMap<string, CountedNoun> = new Map(
  table
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .flatMap((line) => nounOf(line.split(/\s+/u))),
);

/** Written before a number. */
export const signsBefore: readonly string[] = ['US$', '$', '€', '£', '¥', '﷼', '₪'];
