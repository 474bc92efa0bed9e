/** Names of the Hindi numbers below a hundred (मानक हिंदी वर्तनी, Central Hindi Directorate), and of the powers above. */
export const belowHundred: readonly string[] = `
  शून्य एक दो तीन चार पाँच छह सात आठ नौ
  दस ग्यारह बारह तेरह चौदह पंद्रह सोलह सत्रह अठारह उन्नीस
  बीस इक्कीस बाईस तेईस चौबीस पच्चीस छब्बीस सत्ताईस अट्ठाईस उनतीस
  तीस इकतीस बत्तीस तैंतीस चौंतीस पैंतीस छत्तीस सैंतीस अड़तीस उनतालीस
  चालीस इकतालीस बयालीस तैंतालीस चवालीस पैंतालीस छियालीस सैंतालीस अड़तालीस उनचास
  पचास इक्यावन बावन तिरपन चौवन पचपन छप्पन सत्तावन अट्ठावन उनसठ
  साठ इकसठ बासठ तिरसठ चौंसठ पैंसठ छियासठ सड़सठ अड़सठ उनहत्तर
  सत्तर इकहत्तर बहत्तर तिहत्तर चौहत्तर पचहत्तर छिहत्तर सतहत्तर अठहत्तर उनासी
  अस्सी इक्यासी बयासी तिरासी चौरासी पचासी छियासी सत्तासी अट्ठासी नवासी
  नब्बे इक्यानवे बानवे तिरानवे चौरानवे पचानवे छियानवे सत्तानवे अट्ठानवे निन्यानवे
`
  .split(/\s+/u)
  .filter((word) => word !== '');

/** From the largest down: how many zeros, and the name. */
export const powers: readonly (readonly [number, string])[] = [
  [13, 'नील'],
  [11, 'खरब'],
  [9, 'अरब'],
  [7, 'करोड़'],
  [5, 'लाख'],
  [3, 'हज़ार'],
  [2, 'सौ'],
];

/** Ordinals that do not end in वाँ, masculine, without their ending. */
export const irregularOrdinals: ReadonlyMap<string, string> = new Map([
  ['1', 'पहल'],
  ['2', 'दूसर'],
  ['3', 'तीसर'],
  ['4', 'चौथ'],
  ['6', 'छठ'],
]);

export const monthNames: readonly string[] = [
  'जनवरी',
  'फ़रवरी',
  'मार्च',
  'अप्रैल',
  'मई',
  'जून',
  'जुलाई',
  'अगस्त',
  'सितंबर',
  'अक्टूबर',
  'नवंबर',
  'दिसंबर',
];

/** Abbreviated Hindi units after a number. */
export const unitNames: ReadonlyMap<string, string> = new Map([
  ['किग्रा', 'किलोग्राम'],
  ['कि.ग्रा', 'किलोग्राम'],
  ['ग्रा', 'ग्राम'],
  ['किमी', 'किलोमीटर'],
  ['कि.मी', 'किलोमीटर'],
  ['सेमी', 'सेंटीमीटर'],
  ['से.मी', 'सेंटीमीटर'],
  ['मिमी', 'मिलीमीटर'],
  ['मि.मी', 'मिलीमीटर'],
  ['मिली', 'मिलीलीटर'],
  ['मि.ली', 'मिलीलीटर'],
  ['मी', 'मीटर'],
  ['ली', 'लीटर'],
]);

/** First to tenth as Hindi has taken them from English. */
export const englishOrdinals: readonly string[] = 'फ़र्स्ट सेकंड थर्ड फ़ोर्थ फ़िफ़्थ सिक्स्थ सेवंथ एट्थ नाइंथ टेंथ'.split(' ');
