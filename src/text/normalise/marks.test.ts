/** Signs and marks of numbers that all languages share, with words from several of them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { spokenOf } from './index.ts';

/** A heading, and by language what is written and what is said. */
const readings: Readonly<Record<string, readonly (readonly [string, string, string])[]>> = {
  'amounts for each of something': [
    ['de', '5 €/kg', 'fünf Euro pro Kilogramm'],
    ['fr', '10 €/m²', 'dix euros par mètre carré'],
    ['es', '5 l/100 km', 'cinco litros por cien kilómetros'],
    ['it', '$5/day', 'cinque dollari per day'],
    ['ar', '$5/day', 'خمسة دولارات لكل day'],
    ['en', '5 l/100 km', 'five liters per one hundred kilometers'],
    ['pl', '5 kWh/a', '5 kilowatogodzin na rok'],
    ['ko', '5 €/kg', '킬로그램당 오 유로'],
    ['tr', '5 ₺/kg', 'kilogram başına 5 lira'],
    ['de', '60 €/Tag', 'sechzig Euro pro Tag'],
    ['de', '9,81 m/s²', 'neun Komma acht eins Meter pro Sekunde hoch zwei'],
  ],
  'units after fractions': [
    ['fr', '1/2 kg', 'un demi kilogramme'],
    ['es', '½ l', 'medio litro'],
    ['hi', '1/2 kg', 'आधा किलोग्राम'],
    ['ja', '1/2 kg', '二分の一 キログラム'],
    ['de', '⅜', 'drei Achtel'],
  ],
  'years with a slash': [['de', '2024/25', 'zweitausendvierundzwanzig fünfundzwanzig']],
  products: [
    ['de', 'Windows 10 x86', 'Windows zehn x86'],
    ['de', '5x3', 'fünf mal drei'],
    ['fr', '3 x 4', 'trois fois quatre'],
    ['tr', '3×4', '3 çarpı 4'],
  ],
  'powers and roots': [
    ['de', '10⁻³', 'zehn hoch minus drei'],
    ['fr', '10^3', 'dix puissance trois'],
    ['it', 'x²', 'x elevato a due'],
    ['de', '3,2e-5', 'drei Komma zwei mal zehn hoch minus fünf'],
    ['es', '√2', 'raíz cuadrada de dos'],
    ['fr', '∞', 'infini'],
    ['de', 'H₂O', 'H2O'],
  ],
  degrees: [
    ['es', '-3 ºC', 'menos tres grados Celsius'],
    ['ru', '52°', 'пятьдесят два градуса'],
    ['fr', '1°', 'un degré'],
  ],
  'ranges with signs': [
    ['de', '-5–-3', 'minus fünf bis minus drei'],
    ['fr', '−5..+3', 'moins cinq à plus trois'],
    ['zh', '-5–-3', '负 五 到 负 三'],
    ['es', '5...10', 'cinco a diez'],
  ],
  'pauses around brackets': [
    ['en', 'The meeting (which was moved) is late', 'The meeting, which was moved, is late'],
    ['en', 'He said (loudly), no (really).', 'He said, loudly, no, really.'],
    ['de', 'Das Treffen [neu] ist hier', 'Das Treffen, neu, ist hier'],
    ['de', 'a) Bitte waschen', 'a, Bitte waschen'],
    [
      'en',
      'word(s) and (s)he, item [3], line (555) is',
      'word s and s he, item three, line five hundred fifty five is',
    ],
  ],
  'pauses at bars and arrows': [
    ['en', 'Basic | ten | a', 'Basic, ten, a'],
    ['de', 'Berlin → Hamburg', 'Berlin, Hamburg'],
  ],
  'marks with a space before them': [
    ['fr', 'Vos options : un ; deux ! Vraiment ?', 'Vos options: un; deux! Vraiment?'],
    ['fr', 'Il dit « Bien merci » et part', 'Il dit, Bien merci, et part'],
    ['en', 'Really ?', 'Really?'],
  ],
  ratios: [
    ['fr', '3:1', 'trois à un'],
    ['pl', '1:100', '1 do 100'],
  ],
  'multiples in letters': [
    ['fr', '10k', 'dix mille'],
    ['es', '€200k', 'doscientos mil euros'],
    ['hi', '$1.5M', 'पंद्रह लाख डॉलर'],
    ['zh', '$1.5M', '一百五十万 美元'],
  ],
  'marks of prices and groups': [
    ['de', '5,- €', 'fünf Euro'],
    ['hi', '1 000 000', 'दस लाख'],
    ['en', "1'000", 'one thousand'],
    ['en', '0,5%', 'zero point five percent'],
    ['de', '1500 zł', 'eintausendfünfhundert Polnische Złoty'],
  ],
  'times behind the word for the hour': [['tr', 'saat 14.30', 'saat 14 30']],
  'feet, inches and minutes of arc': [
    ['de', `52° 31' 12"`, 'zweiundfünfzig Grad einunddreißig Minuten zwölf Sekunden'],
    ['fr', `6'2"`, 'six pieds deux pouces'],
    ['de', '24″', 'vierundzwanzig Zoll'],
    ['de', '"Apollo 5"', 'Apollo fünf'],
  ],
  identifiers: [
    ['de', '/usr/bin', 'Schrägstrich usr Schrägstrich bin'],
    ['fr', 'a_b.txt', 'a tiret bas b point txt'],
    ['fr', '::1', 'deux-points deux-points un'],
    ['pl', 'fe80::1', 'F E 8 0 dwukropek dwukropek 1'],
    ['de', 'ISBN 3-16-148410-0', 'ISBN drei eins sechs eins vier acht vier eins null null'],
    ['it', 'IT60 X054 2811', 'IT60 X054 duemilaottocentoundici'],
    ['de', 'DE89 3704 0044 0532', 'D E acht neun drei sieben null vier null null vier vier null fünf drei zwei'],
    ['de', 'C:\\Users', 'C: Backslash Users'],
  ],
  'names with signs': [
    ['de', 'C++', 'C plus plus'],
    ['fr', 'C#', 'C sharp'],
    ['ru', 'C#', 'C шарп'],
    ['ja', '#2024goals', 'ハッシュタグ にせんにじゅうよん goals'],
    ['de', '§§ 3–5', 'Paragrafen drei bis fünf'],
    ['de', 'in €', 'in Euro'],
  ],
};

describe('what is read in every language', () => {
  for (const [heading, cases] of Object.entries(readings)) {
    it(heading, () => {
      for (const [language, written, spoken] of cases) {
        assert.equal(
          spokenOf(written.split(' '), language, 'auto').flat().join(' '),
          spoken,
          `${language}: ${written}`,
        );
      }
    });
  }
});
