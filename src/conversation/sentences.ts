/** What an agent says on its own account, in the language of the agent. */
import { languages, type Language } from '../voices/languages.ts';

interface Sentences {
  /** The answer could not be made. */
  readonly failed: string;
  /** Nothing has been heard for a while. */
  readonly stillThere: string;
  /** A tool runs that must be announced. */
  readonly oneMoment: string;
}

const en: Sentences = {
  failed: 'Sorry, something went wrong. Could you say that again?',
  stillThere: 'Are you still there?',
  oneMoment: 'One moment, please.',
};

const byLanguage: Partial<Readonly<Record<Language, Sentences>>> = {
  en,
  de: {
    failed: 'Entschuldigung, da ist etwas schiefgegangen. Können Sie das wiederholen?',
    stillThere: 'Sind Sie noch da?',
    oneMoment: 'Einen Moment, bitte.',
  },
  fr: {
    failed: 'Désolé, un problème est survenu. Pouvez-vous répéter ?',
    stillThere: 'Êtes-vous toujours là ?',
    oneMoment: 'Un instant, s’il vous plaît.',
  },
  es: {
    failed: 'Lo siento, algo ha fallado. ¿Puede repetirlo?',
    stillThere: '¿Sigue ahí?',
    oneMoment: 'Un momento, por favor.',
  },
  it: {
    failed: 'Mi dispiace, qualcosa è andato storto. Può ripetere?',
    stillThere: 'È ancora lì?',
    oneMoment: 'Un momento, per favore.',
  },
  pt: {
    failed: 'Desculpe, algo deu errado. Pode repetir?',
    stillThere: 'Ainda está aí?',
    oneMoment: 'Um momento, por favor.',
  },
  nl: {
    failed: 'Sorry, er ging iets mis. Kunt u dat herhalen?',
    stillThere: 'Bent u er nog?',
    oneMoment: 'Een ogenblik, alstublieft.',
  },
  sv: {
    failed: 'Förlåt, något gick fel. Kan du säga det igen?',
    stillThere: 'Är du kvar?',
    oneMoment: 'Ett ögonblick.',
  },
  pl: {
    failed: 'Przepraszam, coś poszło nie tak. Czy może pan lub pani powtórzyć?',
    stillThere: 'Czy ktoś tam jest?',
    oneMoment: 'Chwileczkę, proszę.',
  },
  ru: {
    failed: 'Извините, произошла ошибка. Повторите, пожалуйста.',
    stillThere: 'Вы ещё здесь?',
    oneMoment: 'Одну минуту, пожалуйста.',
  },
  tr: {
    failed: 'Üzgünüm, bir sorun oluştu. Tekrar eder misiniz?',
    stillThere: 'Hâlâ orada mısınız?',
    oneMoment: 'Bir dakika lütfen.',
  },
  ja: {
    failed: '申し訳ありません。問題が発生しました。もう一度お願いします。',
    stillThere: 'もしもし、聞こえていますか？',
    oneMoment: '少々お待ちください。',
  },
  zh: {
    failed: '抱歉，出了点问题。请再说一遍。',
    stillThere: '您还在吗？',
    oneMoment: '请稍等。',
  },
  ko: {
    failed: '죄송합니다. 문제가 생겼습니다. 다시 말씀해 주세요.',
    stillThere: '아직 계신가요?',
    oneMoment: '잠시만 기다려 주세요.',
  },
  hi: {
    failed: 'माफ़ कीजिए, कुछ गड़बड़ हो गई। कृपया फिर से कहिए।',
    stillThere: 'क्या आप अभी भी वहाँ हैं?',
    oneMoment: 'एक क्षण, कृपया।',
  },
  da: {
    failed: 'Undskyld, noget gik galt. Kan du sige det igen?',
    stillThere: 'Er du der stadig?',
    oneMoment: 'Et øjeblik.',
  },
  no: {
    failed: 'Beklager, noe gikk galt. Kan du si det igjen?',
    stillThere: 'Er du der fortsatt?',
    oneMoment: 'Et øyeblikk.',
  },
  fi: {
    failed: 'Anteeksi, jokin meni vikaan. Voitko toistaa?',
    stillThere: 'Oletko vielä siellä?',
    oneMoment: 'Hetkinen.',
  },
  cs: {
    failed: 'Omlouvám se, něco se nepovedlo. Můžete to zopakovat?',
    stillThere: 'Jste tam ještě?',
    oneMoment: 'Okamžik, prosím.',
  },
  sk: {
    failed: 'Prepáčte, niečo sa pokazilo. Môžete to zopakovať?',
    stillThere: 'Ste tam ešte?',
    oneMoment: 'Moment, prosím.',
  },
  hr: {
    failed: 'Oprostite, nešto je pošlo po zlu. Možete li ponoviti?',
    stillThere: 'Jeste li još tu?',
    oneMoment: 'Trenutak, molim.',
  },
  bg: {
    failed: 'Съжалявам, нещо се обърка. Бихте ли повторили?',
    stillThere: 'Там ли сте още?',
    oneMoment: 'Един момент, моля.',
  },
  uk: {
    failed: 'Вибачте, сталася помилка. Повторіть, будь ласка.',
    stillThere: 'Ви ще тут?',
    oneMoment: 'Хвилинку, будь ласка.',
  },
  ro: {
    failed: 'Îmi pare rău, ceva nu a funcționat. Puteți repeta?',
    stillThere: 'Mai sunteți acolo?',
    oneMoment: 'Un moment, vă rog.',
  },
  el: {
    failed: 'Συγγνώμη, κάτι πήγε στραβά. Μπορείτε να το επαναλάβετε;',
    stillThere: 'Είστε ακόμα εκεί;',
    oneMoment: 'Μια στιγμή, παρακαλώ.',
  },
  hu: {
    failed: 'Elnézést, hiba történt. Megismételné, kérem?',
    stillThere: 'Ott van még?',
    oneMoment: 'Egy pillanat türelmet kérek.',
  },
  id: {
    failed: 'Maaf, terjadi kesalahan. Bisa diulangi?',
    stillThere: 'Apakah Anda masih di sana?',
    oneMoment: 'Mohon tunggu sebentar.',
  },
  ms: {
    failed: 'Maaf, berlaku kesilapan. Boleh ulang semula?',
    stillThere: 'Adakah anda masih di sana?',
    oneMoment: 'Sila tunggu sebentar.',
  },
  tl: {
    failed: 'Paumanhin, may nangyaring mali. Maaari po bang ulitin?',
    stillThere: 'Nandiyan pa po ba kayo?',
    oneMoment: 'Sandali lang po.',
  },
  vi: {
    failed: 'Xin lỗi, đã có lỗi xảy ra. Bạn có thể nói lại không?',
    stillThere: 'Bạn còn ở đó không?',
    oneMoment: 'Xin chờ một chút.',
  },
  th: {
    failed: 'ขออภัย เกิดข้อผิดพลาด กรุณาพูดอีกครั้ง',
    stillThere: 'คุณยังอยู่ไหม',
    oneMoment: 'กรุณารอสักครู่',
  },
  ar: {
    failed: 'عذرًا، حدث خطأ ما. هل يمكنك الإعادة؟',
    stillThere: 'هل ما زلت على الخط؟',
    oneMoment: 'لحظة من فضلك.',
  },
  he: {
    failed: 'סליחה, משהו השתבש. אפשר לחזור על זה?',
    stillThere: 'עדיין על הקו?',
    oneMoment: 'רגע אחד, בבקשה.',
  },
  ur: {
    failed: 'معذرت، کچھ غلط ہو گیا۔ براہ کرم دوبارہ کہیے۔',
    stillThere: 'کیا آپ ابھی موجود ہیں؟',
    oneMoment: 'ایک لمحہ، براہ کرم۔',
  },
  bn: {
    failed: 'দুঃখিত, একটা সমস্যা হয়েছে। অনুগ্রহ করে আবার বলুন।',
    stillThere: 'আপনি কি এখনও আছেন?',
    oneMoment: 'একটু অপেক্ষা করুন।',
  },
};

/** Languages without sentences of their own: an agent says these in English, as far as its voice can. */
export const withoutSentences: readonly Language[] = languages.filter((language) => byLanguage[language] === undefined);

/** English where a language has none. */
export function sentencesOf(language: Language): Sentences {
  return byLanguage[language] ?? en;
}
