/** Letters that eSpeak names wrongly even where they stand alone, by what it reads rightly; lower case. */
export const letterNames: Readonly<Partial<Record<string, Readonly<Record<string, string>>>>> = {
  ar: { و: 'واو' },
  bg: { г: 'гъ', й: 'и кратко' },
  es: { y: 'i griega' },
  pl: { w: 'wu', z: 'zet' },
  ro: { ș: 'șe', ț: 'țe' },
  uk: { б: 'бе', в: 'ве', ж: 'же', з: 'зе', й: 'йот' },
};
