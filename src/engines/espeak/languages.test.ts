import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { isSampleLanguage, swept, sweptLanguages } from '../../../test/support/sweeps.ts';
import type { Synthesizer } from '../adapter.ts';
import { assertMarks, segmentOf, speakWith } from '../testing.ts';
import { capabilities } from './capabilities.ts';
import { defaultVoices, variants, voiceFiles } from './language-files.ts';
import { load } from './synthesizer.ts';

/** "The weather is fine today, and the children are playing in the garden.", or near it. */
const sentences: Readonly<Record<string, string>> = {
  en: 'The weather is fine today, and the children are playing in the garden.',
  fr: "Il fait beau aujourd'hui, et les enfants jouent dans le jardin.",
  de: 'Das Wetter ist heute schön, und die Kinder spielen im Garten.',
  es: 'Hoy hace buen tiempo, y los niños juegan en el jardín.',
  pt: 'O tempo está bom hoje, e as crianças brincam no jardim.',
  zh: '今天 天气 很 好， 孩子们 在 花园 里 玩。',
  ja: 'きょう は てんき が いい です。 こども たち は にわ で あそんで います。',
  hi: 'आज मौसम अच्छा है और बच्चे बगीचे में खेल रहे हैं।',
  it: 'Oggi il tempo è bello e i bambini giocano in giardino.',
  ko: '오늘은 날씨가 좋고 아이들이 정원에서 놀고 있어요.',
  nl: 'Het weer is mooi vandaag en de kinderen spelen in de tuin.',
  pl: 'Dzisiaj jest ładna pogoda, a dzieci bawią się w ogrodzie.',
  ru: 'Сегодня хорошая погода, и дети играют в саду.',
  sv: 'Vädret är fint idag och barnen leker i trädgården.',
  tr: 'Bugün hava güzel ve çocuklar bahçede oynuyor.',
  tl: 'Maganda ang panahon ngayon at naglalaro ang mga bata sa hardin.',
  bg: 'Днес времето е хубаво и децата играят в градината.',
  ro: 'Astăzi vremea este frumoasă și copiii se joacă în grădină.',
  ar: 'الطقس جميل اليوم والأطفال يلعبون في الحديقة.',
  cs: 'Dnes je hezké počasí a děti si hrají na zahradě.',
  el: 'Ο καιρός είναι καλός σήμερα και τα παιδιά παίζουν στον κήπο.',
  fi: 'Sää on tänään kaunis, ja lapset leikkivät puutarhassa.',
  hr: 'Danas je lijepo vrijeme i djeca se igraju u vrtu.',
  ms: 'Cuaca baik hari ini dan kanak-kanak bermain di taman.',
  sk: 'Dnes je pekné počasie a deti sa hrajú v záhrade.',
  da: 'Vejret er godt i dag, og børnene leger i haven.',
  ta: 'இன்று வானிலை நன்றாக உள்ளது, குழந்தைகள் தோட்டத்தில் விளையாடுகிறார்கள்.',
  uk: 'Сьогодні гарна погода, і діти граються в саду.',
  hu: 'Ma szép az idő, és a gyerekek a kertben játszanak.',
  no: 'Været er fint i dag, og barna leker i hagen.',
  vi: 'Hôm nay thời tiết đẹp và bọn trẻ đang chơi trong vườn.',
  bn: 'আজ আবহাওয়া ভালো এবং বাচ্চারা বাগানে খেলছে।',
  th: 'วันนี้ อากาศ ดี และ เด็ก ๆ กำลัง เล่น อยู่ ใน สวน',
  he: 'מזג האוויר יפה היום והילדים משחקים בגינה.',
  ka: 'დღეს კარგი ამინდია და ბავშვები ბაღში თამაშობენ.',
  id: 'Cuaca hari ini bagus dan anak-anak bermain di taman.',
  te: 'ఈరోజు వాతావరణం బాగుంది, పిల్లలు తోటలో ఆడుకుంటున్నారు.',
  gu: 'આજે હવામાન સારું છે અને બાળકો બગીચામાં રમે છે.',
  kn: 'ಇಂದು ಹವಾಮಾನ ಚೆನ್ನಾಗಿದೆ ಮತ್ತು ಮಕ್ಕಳು ತೋಟದಲ್ಲಿ ಆಡುತ್ತಿದ್ದಾರೆ.',
  ml: 'ഇന്ന് കാലാവസ്ഥ നല്ലതാണ്, കുട്ടികൾ പൂന്തോട്ടത്തിൽ കളിക്കുന്നു.',
  mr: 'आज हवामान चांगले आहे आणि मुले बागेत खेळत आहेत.',
  pa: 'ਅੱਜ ਮੌਸਮ ਚੰਗਾ ਹੈ ਅਤੇ ਬੱਚੇ ਬਾਗ ਵਿੱਚ ਖੇਡ ਰਹੇ ਹਨ।',
  or: 'ଆଜି ପାଗ ଭଲ ଅଛି ଏବଂ ପିଲାମାନେ ବଗିଚାରେ ଖେଳୁଛନ୍ତି।',
  ur: 'آج موسم اچھا ہے اور بچے باغ میں کھیل رہے ہیں۔',
};

describe('the languages of the eSpeak engine', () => {
  let engine: Synthesizer;
  before(async () => {
    engine = await load();
  });

  it('are the ones it states', () => {
    assert.deepEqual([...capabilities.languages].sort(), Object.keys(sentences).sort());
  });

  for (const language of sweptLanguages(Object.keys(sentences))) {
    const sentence = sentences[language]!;
    it(`speaks ${language} with a sane length, a mark for every word and no letter by name`, async () => {
      const segment = segmentOf(sentence, { language });
      const spoken = await speakWith(engine, segment, { engine: 'espeak', name: defaultVoices.get(language)! });
      assertMarks(segment, spoken, capabilities);
      const seconds = spoken.samples.length / capabilities.sampleRate;
      const letters = sentence.match(/[\p{L}\p{M}]/gu)!.length;
      // A letter of Chinese or Korean is a syllable.
      const rate = letters / seconds;
      assert.ok(
        language === 'zh' || language === 'ko' ? rate > 2 && rate < 9 : rate > 6 && rate < 30,
        `${rate} letters a second`,
      );
      for (const mark of spoken.marks) {
        if (mark.kind === 'word') assert.ok(mark.end > mark.start, JSON.stringify(segment.tokens[mark.token]));
      }
    });
  }

  it('speaks in every language file and every variant', async () => {
    const files = swept(Object.entries(voiceFiles), ([, { language }]) => isSampleLanguage(language));
    for (const [name, { language }] of files) {
      const { samples } = await speakWith(engine, segmentOf(sentences[language]!.slice(0, 24), { language }), {
        engine: 'espeak',
        name,
      });
      assert.ok(samples.length > capabilities.sampleRate / 3, name);
    }
    const { feminine, masculine } = variants;
    const [woman, man] = [feminine[0], masculine[0]];
    for (const variant of swept([...feminine, ...masculine], (name) => name === woman || name === man)) {
      const { samples } = await speakWith(engine, segmentOf('Good morning.'), {
        engine: 'espeak',
        name: 'en-us',
        variant,
      });
      assert.ok(samples.length > capabilities.sampleRate / 2, variant);
    }
  });
});
