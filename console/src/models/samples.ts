/** A sentence in each language that models of the table speak, to hear them with. */
export const samples: Readonly<Partial<Record<string, string>>> = {
  ar: 'صباح الخير. هكذا يبدو صوتي على هذا الخادم.',
  de: 'Guten Morgen! So klingt meine Stimme auf diesem Server.',
  en: 'Good morning! This is how my voice sounds on this server.',
  es: '¡Buenos días! Así suena mi voz en este servidor.',
  fr: 'Bonjour ! Voici le son de ma voix sur ce serveur.',
  hi: 'नमस्ते! इस सर्वर पर मेरी आवाज़ ऐसी सुनाई देती है।',
  it: 'Buongiorno! Così suona la mia voce su questo server.',
  ja: 'おはようございます。このサーバーでは、私の声はこのように聞こえます。',
  ko: '안녕하세요. 이 서버에서 제 목소리는 이렇게 들립니다.',
  nl: 'Goedemorgen! Zo klinkt mijn stem op deze server.',
  pl: 'Dzień dobry! Tak brzmi mój głos na tym serwerze.',
  pt: 'Bom dia! É assim que a minha voz soa neste servidor.',
  ru: 'Доброе утро! Так звучит мой голос на этом сервере.',
  tr: 'Günaydın! Bu sunucuda sesim böyle duyuluyor.',
  zh: '早上好！这就是我在这台服务器上的声音。',
};
