/**
 * Arabic numerals in words with their vowels, which texts do not write: eSpeak reads the bare consonants of those that are not
 * in its dictionary, and a closing ة as t. Pausal forms, as numbers are read aloud.
 */

/** Words of the numbers, without vowels and with them; a closing ة is left out, so that the a before it ends the word. */
const table = `
  صفر صِفْر واحد وَاحِد واحدة وَاحِدَ اثنان إِثْنَان اثنين إِثْنَيْن اثنتان إِثْنَتَان اثنتين إِثْنَتَيْن اثنا إِثْنَا اثني إِثْنَي اثنتا إِثْنَتَا
  ثلاثة ثَلَاثَ ثلاث ثَلَاث أربعة أَرْبَعَ أربع أَرْبَع خمسة خَمْسَ خمس خَمْس ستة سِتَّ ست سِتّ سبعة سَبْعَ سبع سَبْع
  ثمانية ثَمَانِيَ ثماني ثَمَانِي تسعة تِسْعَ تسع تِسْع عشرة عَشَرَ عشر عَشَر أحد أَحَدَ إحدى إِحْدَى
  عشرون عِشْرُون عشرين عِشْرِين ثلاثون ثَلَاثُون ثلاثين ثَلَاثِين أربعون أَرْبَعُون أربعين أَرْبَعِين خمسون خَمْسُون خمسين خَمْسِين
  ستون سِتُّون ستين سِتِّين سبعون سَبْعُون سبعين سَبْعِين ثمانون ثَمَانُون ثمانين ثَمَانِين تسعون تِسْعُون تسعين تِسْعِين
  مئة مِئَ مائة مِئَ مئتان مِئَتَان مائتان مِئَتَان مئتين مِئَتَيْن مائتين مِئَتَيْن مئتا مِئَتَا مائتا مِئَتَا
  ثلاثمئة ثَلَاثُمِئَ أربعمئة أَرْبَعُمِئَ خمسمئة خَمْسُمِئَ ستمئة سِتُّمِئَ سبعمئة سَبْعُمِئَ ثمانمئة ثَمَانُمِئَ تسعمئة تِسْعُمِئَ
  ثلاثمائة ثَلَاثُمِئَ أربعمائة أَرْبَعُمِئَ خمسمائة خَمْسُمِئَ ستمائة سِتُّمِئَ سبعمائة سَبْعُمِئَ ثمانمائة ثَمَانُمِئَ تسعمائة تِسْعُمِئَ
  ألف أَلْف ألفان أَلْفَان ألفين أَلْفَيْن ألفًا أَلْفَن آلاف آلَاف مليون مِلْيُون مليونان مِلْيُونَان مليونين مِلْيُونَيْن ملايين مَلَايِين
  مليونًا مِلْيُونَن مليونا مِلْيُونَن مليار مِلْيَار ملياران مِلْيَارَان مليارات مِلْيَارَات مليارًا مِلْيَارَن
  فاصلة فَاصِلَ بالمئة بِلْمِئَ بالمائة بِلْمِئَ بالألف بِلْأَلْف ناقص نَاقِص زائد زَائِد
`;

const entries = table.split(/\s+/u).filter((word) => word !== '');
const vowelled: ReadonlyMap<string, string> = new Map(
  entries.flatMap((word, index) => (index % 2 === 0 ? [[word, entries[index + 1]!] as const] : [])),
);

/** One word with its vowels, when it is a numeral; a و before it is "and". */
export function respellArabic(word: string): { readonly text: string } {
  const [, bare = '', after = ''] = /^(.*?)([^\p{L}\p{M}\p{N}]*)$/su.exec(word) ?? [];
  const own = vowelled.get(bare);
  if (own !== undefined) return { text: own + after };
  const other = bare.startsWith('و') ? vowelled.get(bare.slice(1)) : undefined;
  return { text: other === undefined ? asWritten(word) : `وَ${other}${after}` };
}

/**
 * Vowel marks as eSpeak reads them: it wants the shadda before the vowel, where Unicode's order has it behind, and drops the vowel
 * otherwise. Behind the article it doubles the letter by itself.
 */
function asWritten(word: string): string {
  return word
    .replace(/([\u064b-\u0650\u0652])\u0651/gu, '\u0651$1')
    .replace(/^([\u0627\u0671]\p{M}*\u0644\u0652?[\u062a-\u062b\u062f-\u0638\u0644\u0646])\u0651/u, '$1');
}
