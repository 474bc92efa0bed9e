/**
 * A text to read aloud for a recording, by language: the beginning of Aesop's fable of the north wind and the sun, with which the
 * International Phonetic Association shows the sounds of a language. It takes ten to twenty seconds.
 */
const texts: Readonly<Record<string, string>> = {
  de: 'Einst stritten sich Nordwind und Sonne, wer von ihnen beiden wohl der Stärkere wäre, als ein Wanderer, der in einen warmen Mantel gehüllt war, des Weges daherkam. Sie wurden einig, dass derjenige für den Stärkeren gelten sollte, der den Wanderer zwingen würde, seinen Mantel abzunehmen.',
  en: 'The North Wind and the Sun were disputing which was the stronger, when a traveller came along wrapped in a warm cloak. They agreed that the one who first succeeded in making the traveller take his cloak off should be considered stronger than the other.',
  es: 'El viento norte y el sol porfiaban sobre cuál de ellos era el más fuerte, cuando acertó a pasar un viajero envuelto en ancha capa. Convinieron en que quien antes lograra obligar al viajero a quitarse la capa sería considerado más poderoso.',
  fr: 'La bise et le soleil se disputaient, chacun assurant qu’il était le plus fort, quand ils ont vu un voyageur qui s’avançait, enveloppé dans son manteau. Ils sont tombés d’accord que celui qui arriverait le premier à faire ôter son manteau au voyageur serait regardé comme le plus fort.',
  it: 'Si bisticciavano un giorno il vento di tramontana e il sole, l’uno pretendendo d’esser più forte dell’altro, quando videro un viaggiatore, che veniva innanzi, avvolto nel mantello. I due litiganti decisero allora che sarebbe stato ritenuto più forte chi fosse riuscito a far sì che il viaggiatore si togliesse il mantello.',
  ja: '北風と太陽が、どちらが強いかで言い争っていました。そこへ、暖かい上着を着た旅人がやってきました。そこで、旅人の上着を先に脱がせたほうが強い、ということに決めました。',
  nl: 'De noordenwind en de zon hadden een discussie over de vraag wie van hun tweeën de sterkste was, toen er juist iemand voorbijkwam die een dikke, warme jas aanhad. Ze spraken af dat wie de voorbijganger ertoe zou krijgen zijn jas uit te trekken, de sterkste zou zijn.',
  pl: 'Pewnego razu północny wiatr i słońce sprzeczali się, kto z nich jest silniejszy. Właśnie przechodził drogą jakiś człowiek owinięty w ciepły płaszcz. Umówili się więc, że ten, kto pierwszy zmusi wędrowca do zdjęcia płaszcza, będzie uważany za silniejszego.',
  pt: 'O vento norte e o sol discutiam qual dos dois era o mais forte, quando surgiu um viajante envolvido numa capa. Ao vê-lo, acordaram que aquele que primeiro conseguisse obrigar o viajante a tirar a capa seria considerado o mais forte.',
  ru: 'Однажды северный ветер и солнце поспорили, кто из них сильнее. Как раз в это время они заметили закутанного в плащ путника и решили, что самым сильным будет считаться тот, кому раньше удастся заставить путника снять плащ.',
  sv: 'Nordanvinden och solen tvistade en gång om vem av dem som var starkast. Just då kom en vandrare vägen fram, insvept i en varm kappa. De kom överens om att den som först kunde få vandraren att ta av sig kappan skulle anses vara starkare än den andra.',
  tr: 'Poyraz ile güneş birbirlerinden daha kuvvetli olduklarını ileri sürerek tartışıyorlardı. Derken, kalın bir palto giymiş bir yolcu gördüler. Bu yolcuya paltosunu çıkarttırabilenin daha kuvvetli olduğunu kabul etmeye karar verdiler.',
  zh: '有一回，北风跟太阳正在那儿争论谁的本事大。说着说着，来了一个过路的，身上穿了一件厚袍子。他们俩就商量好了，说谁能先叫这个过路的把他的袍子脱下来，就算是他的本事大。',
};

/** @returns undefined for a language without one */
export function readAloudText(language: string): string | undefined {
  return texts[language];
}
