/** What an agent says on its own account, in the language of the agent. */
import type { Language } from '../voices/languages.ts';

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
};

/** English where a language has none. */
export function sentencesOf(language: Language): Sentences {
  return byLanguage[language] ?? en;
}
