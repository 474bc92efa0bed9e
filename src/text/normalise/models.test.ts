/** What language models write for voice agents, cause by cause: what a person reads, and where a new sentence begins (`‖`). */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { piecesOf } from '../testing.ts';
import { initialReaderState, readSegments } from '../reader.ts';

function spoken(text: string, language: string): string {
  let state = initialReaderState;
  return piecesOf(text, { language, maxCodePoints: 500, firstClauseWords: 1000, spoken: 0 })
    .flatMap((piece) => {
      const read = readSegments(piece, state, { language, normalization: 'auto', generationConfig: {} });
      state = read.state;
      return read.segments.map(({ tokens }) => tokens.flatMap((token) => token.spoken).join(' '));
    })
    .join(' ‖ ');
}

/** A cause, and by language what is written and what is said. */
const causes: Readonly<Record<string, readonly (readonly [language: string, written: string, said: string])[]>> = {
  'a dash between amounts': [
    ['en', 'It costs ~$400–$800/mo.', 'It costs about four hundred dollars to eight hundred dollars per month.'],
    ['en', 'It costs $400 – $800 per month.', 'It costs four hundred dollars to eight hundred dollars per month.'],
    ['en', '~$5–$10 each', 'about five dollars to ten dollars each'],
    ['en', '~£5 – £10 each', 'about five pounds to ten pounds each'],
    ['en', '€1.50 - €2 a cup', 'one euro and fifty cents to two euros a cup'],
    ['en', '5% – 10%', 'five percent to ten percent'],
    ['en', '~20°C–25°C', 'about twenty degrees Celsius to twenty five degrees Celsius'],
    ['en', '10cm – 20cm', 'ten centimeters to twenty centimeters'],
    ['en', '5 – 10%', 'five to ten percent'],
    ['en', '~$5 million', 'about five million dollars'],
    ['en', '$800 - $400 = $400', 'eight hundred dollars minus four hundred dollars equals four hundred dollars'],
    ['en', '10% - 5%', 'ten percent minus five percent'],
    ['fr', '5 € - 10 €', 'cinq euros à dix euros'],
    ['es', 'de 5 € - 10 €', 'de cinco euros a diez euros'],
    ['pt', 'R$ 400 – R$ 800', 'quatrocentos reais a oitocentos reais'],
    ['nl', 'Het kost € 400 – € 800.', 'Het kost 400 euro tot 800 euro.'],
    ['de', '20 € - 5 € = 15 €', 'zwanzig Euro minus fünf Euro gleich fünfzehn Euro'],
    ['ja', '¥500〜¥800', 'ごひゃくえん から はっぴゃくえん'],
    ['ja', '$400–$800', 'よんひゃくドル から はっぴゃくドル'],
    ['ja', '5%〜10%', 'ごパーセント から じゅっパーセント'],
    ['ja', '20°C – 25°C', 'にじゅうど から にじゅうごど'],
    ['zh', '¥400 – ¥800', '四百元 到 八百元'],
    ['zh', '5% – 10%', '百分之五 到 百分之十'],
  ],
  'short words with a full stop': [
    ['fr', 'Au XVIIe s. en France.', 'Au dix-septième siècle en France.'],
    ['fr', 'Le trim. 2024 est bon.', 'Le trimestre deux mille vingt-quatre est bon.'],
    ['fr', 'Le bât. C est là.', 'Le bâtiment C est là.'],
    ['fr', "L'av. du Gal Leclerc est fermée.", "L'avenue du général Leclerc est fermée."],
    ['fr', 'Le bur. 4 est libre.', 'Le bureau quatre est libre.'],
    ['es', 'El miérc. 5 a las tres.', 'El miércoles cinco a las tres.'],
    ['es', 'Piso 2 izda. y bajo.', 'Piso dos izquierda y bajo.'],
    ['es', 'Llame al ext. 204 por favor.', 'Llame al extensión doscientos cuatro por favor.'],
    ['es', 'La Col. Roma es bonita.', 'La colonia Roma es bonita.'],
    ['es', 'El sofá urb. 3 es nuevo.', 'El sofá urb tres es nuevo.'],
    ['es', 'Pase por el club. 5 personas esperan.', 'Pase por el club. ‖ cinco personas esperan.'],
    ['es', 'No hay más. 5 personas esperan.', 'No hay más. ‖ cinco personas esperan.'],
    ['en', 'See encl. 3 and the rest.', 'See enclosure three and the rest.'],
    ['en', 'See mgmt. 3 and the rest.', 'See mgmt three and the rest.'],
    ['en', 'We saw it. 5 people came.', 'We saw it. ‖ five people came.'],
    ['en', 'Hmm. 5 people came.', 'Hmm. ‖ five people came.'],
    ['en', 'Ch. IV is here.', 'chapter four is here.'],
    ['de', 'Siehe dgl. 3 Seiten weiter.', 'Siehe dgl drei Seiten weiter.'],
    ['de', 'Das war brav. 3 Hunde kamen.', 'Das war brav. ‖ drei Hunde kamen.'],
    ['de', '§ 433 i. V. m. § 5 BGB', 'Paragraf vierhundertdreiunddreißig in Verbindung mit Paragraf fünf BGB'],
    ['de', 'Er ist ggü. Kunden freundlich.', 'Er ist gegenüber Kunden freundlich.'],
    ['de', 'Ihre Sendungsnr. ist da.', 'Ihre Sendungsnummer ist da.'],
    ['de', 'Bestellnr. 5 ist da.', 'Bestellnummer fünf ist da.'],
    ['de', '2 EL/TL Öl', 'zwei Esslöffel oder Teelöffel Öl'],
    ['de', 'Mr. Smith ist da.', 'Mister Smith ist da.'],
    ['nl', 'Uw bestelnr. 5 is er.', 'Uw bestelnummer 5 is er.'],
    ['pt', 'Veja o dpto. 3 hoje.', 'Veja o dpto três hoje.'],
    ['it', 'Vedi il cpv. 3 oggi.', 'Vedi il cpv tre oggi.'],
    ['ru', 'Дом 5 мкр. 3 там.', 'Дом пять мкр три там.'],
  ],
  'days and times of day': [
    ['ja', '3/14(水)に届きます。', 'さんがつ じゅうよっか, すいようび, に 届 き ます。'],
    ['ja', '3/14に伺います。', 'さんがつ じゅうよっか に 伺い ます。'],
    ['ja', '10/5（土）です。', 'じゅうがつ いつか, どようび, です。'],
    ['ja', '2/3の人', 'さんぶんのに の 人'],
    ['ja', '1/3に減った', 'さんぶんのいち に 減 っ た'],
    ['ja', '有効期限09/27です。', '有効 期限 ゼロ きゅう にじゅうなな です。'],
    ['de', 'Die Karte läuft 09/27 ab.', 'Die Karte läuft null neun siebenundzwanzig ab.'],
    ['de', 'Gültig bis 12/26.', 'Gültig bis zwölf sechsundzwanzig.'],
    ['fr', 'La carte expire en 09/27.', 'La carte expire en zéro neuf vingt-sept.'],
    ['es', 'Caduca 09/27.', 'Caduca cero nueve veintisiete.'],
    ['it', 'Scade 09/27.', 'Scade zero nove ventisette.'],
    ['pt', 'Validade 11/27.', 'Validade onze vinte e sete.'],
    ['nl', 'Geldig tot 09/27.', 'Geldig tot 0 9 27.'],
    ['es', 'Llega el 14/03 por SEUR.', 'Llega el catorce de marzo por SEUR.'],
    ['es', 'Llega 14/03 por SEUR.', 'Llega catorce de marzo por SEUR.'],
    ['pt', 'Chega 14/03 por motoboy.', 'Chega catorze de março por motoboy.'],
    ['de', 'Von 9–9:30 Uhr.', 'Von neun bis neun Uhr dreißig.'],
    ['de', '9-17:30 Uhr', 'neun bis siebzehn Uhr dreißig'],
    ['de', '9:30–10 Uhr', 'neun Uhr dreißig bis zehn Uhr'],
    ['it', 'sabato, 10:30–11, sala B', 'sabato, dieci e trenta a undici, sala B'],
    ['de', 'um 9.30 MEZ', 'um neun Uhr dreißig MEZ'],
    ['es', 'De 9–9:30 h.', 'De nueve a nueve y treinta.'],
    ['it', 'Dalle 9–9:30.', 'Dalle nove a nove e trenta.'],
    ['nl', 'Van 9–9:30 uur.', 'Van 9 tot 9 uur 30.'],
    ['fr', 'De 9–9h30.', 'De neuf à neuf heures trente.'],
    ['ja', '9〜9:30です。', 'くじから くじ さんじゅっぷん です。'],
    ['en', 'From 9–9:30 am.', 'From nine to nine thirty A M.'],
    ['ru', 'Мы работаем с 9.00 до 18.00.', 'Мы работаем с девять часов до восемнадцать часов.'],
    [
      'ru',
      'Цена от 9.50 до 18.50 руб.',
      'Цена от девять целых пятьдесят сотых до восемнадцать рублей пятьдесят копеек.',
    ],
    ['pt', 'Aberto das 9.00 às 18.00.', 'Aberto das nove horas às dezoito horas.'],
    ['it', 'Aperto da 15.30 a 18.30.', 'Aperto da quindici e trenta a diciotto e trenta.'],
    ['it', 'Costa da 15.30 a 18.30 euro.', 'Costa da quindici virgola trenta a diciotto euro e trenta centesimi.'],
  ],
  'so many for each': [
    ['en', '8/day, 3/yr, 2/week', 'eight per day, three per year, two per week'],
    ['de', '8/Tag und 3/Monat', 'acht pro Tag und drei pro Monat'],
    ['fr', '8/jour, 3/mois', 'huit par jour, trois par mois'],
    ['es', '8/día', 'ocho por día'],
    ['it', '8/giorno', 'otto per giorno'],
    ['nl', '8/dag', '8 per dag'],
    ['de', '3/4 Tag', 'drei Viertel Tag'],
  ],
  'minutes in one letter': [
    ['en', 'Ready in 5m 30s.', 'Ready in five minutes thirty seconds.'],
    ['en', 'It expires in 10m.', 'It expires in ten minutes.'],
    ['en', 'Wait 30s.', 'Wait thirty seconds.'],
    ['en', '30s ago', 'thirty seconds ago'],
    ['en', 'Done 2h 5m ago.', 'Done two hours five minutes ago.'],
    ['en', 'Turn left in 10m.', 'Turn left in ten meters.'],
    ['en', 'She is in her 30s.', 'She is in her thirties.'],
    ['de', 'Fertig in 5m 30s.', 'Fertig in fünf Minuten dreißig Sekunden.'],
    ['de', 'Der Code läuft in 10m ab.', 'Der Code läuft in zehn Minuten ab.'],
    ['de', 'In 10m links abbiegen.', 'In zehn Meter links abbiegen.'],
    ['de', 'nach 2h 5m', 'nach zwei Stunden fünf Minuten'],
    ['fr', 'Expire dans 10m.', 'Expire dans dix minutes.'],
    ['es', 'Caduca en 10m.', 'Caduca en diez minutos.'],
    ['es', 'Corre 5m hasta la puerta.', 'Corre cinco metros hasta la puerta.'],
    ['it', 'Pronto tra 5m.', 'Pronto tra cinque minuti.'],
    ['ru', 'Готово через 5м 30с.', 'Готово через пять минут тридцать секунд.'],
  ],
  'letters of places': [
    ['fr', 'Vous êtes en 4B, pas en 6A.', 'Vous êtes en quatre B, pas en six A.'],
    ['fr', 'Un fusible de 16A', 'Un fusible de seize ampères'],
    ['es', 'Su asiento: 6A.', 'Su asiento: seis A.'],
    ['es', 'Está en el 4B.', 'Está en el cuatro B.'],
    ['ja', '4B号室です。', 'よん ビー 号室 です。'],
    ['ja', '座席6Aです。', '座席 ろく エー です。'],
    ['en', 'See Fig. 3b.', 'See figure three B.'],
    ['en', 'a key of 128b', 'a key of one hundred twenty eight bits'],
    ['de', 'Netzteil mit 3A', 'Netzteil mit drei Ampere'],
  ],
  'names with numbers': [
    ['de', 'Nr. AB-4711 ist da.', 'Nummer A B, vier sieben eins eins ist da.'],
    ['fr', 'Commande n° A-12 prête.', 'Commande numéro A douze prête.'],
    ['es', 'Pedido n.º A-12 listo.', 'Pedido número A doce listo.'],
    ['it', 'Ordine n. B-7 pronto.', 'Ordine numero B sette pronto.'],
    ['de', 'CVE-2024-3094 ist kritisch.', 'CVE zweitausendvierundzwanzig dreitausendvierundneunzig ist kritisch.'],
    [
      'fr',
      'CVE-2024-3094 est critique.',
      'CVE deux mille vingt-quatre trois mille quatre-vingt-quatorze est critique.',
    ],
    ['ar', 'A7-39XQ', 'A سبعة, ثلاثة تسعة X Q'],
    ['de', 'git reset HEAD~3', 'git reset HEAD Tilde drei'],
    ['fr', 'git reset HEAD~3', 'git reset HEAD tilde trois'],
    ['en', 'git reset HEAD~3', 'git reset HEAD tilde three'],
    ['de', '~3 km', 'ungefähr drei Kilometer'],
  ],
  'signs of code and of menus': [
    ['en', 'Set `x = a/b`.', 'Set x equals A over B.'],
    ['en', 'Run `SELECT * FROM t`.', 'Run SELECT star FROM t.'],
    ['en', 'Run `a && b`.', 'Run a and b.'],
    ['en', 'the A/C unit', 'the A C unit'],
    ['en', 'Go to Settings → Wi-Fi.', 'Go to Settings, Wi Fi.'],
    ['en', 'London → Paris', 'London to Paris'],
    ['en', 'git commit -m', 'git commit dash M'],
    ['de', 'Wenn x >= 10 && y != 3.', 'Wenn x größer oder gleich zehn und y ungleich drei.'],
    ['fr', 'a = b/c', 'a égale b sur c'],
    ['es', '¡Hola! = saludo', 'Hola! igual a saludo'],
  ],
  'what else misled': [
    ['en', 'Take 2 x 500mg.', 'Take two times five hundred milligrams.'],
    ['en', 'a 2 x 4 m rug', 'a two by four meters rug'],
    ['en', 'We meet on 5 May (Thu).', 'We meet on the fifth of May, Thursday.'],
    ['en', 'The 747-8 is big.', 'The seven forty seven eight is big.'],
    ['en', 'It ships 3/14–3/18.', 'It ships March fourteenth to March eighteenth.'],
    ['en', '1/4–1/2 cup', 'one quarter to one half cup'],
    ['en', 'It draws 10–12 A.', 'It draws ten to twelve amps.'],
    ['en', 'ETA for the next: 45m.', 'E T A for the next: forty five minutes.'],
    ['nl', 'tussen 14/3 en 18/3', 'tussen 14 maart en 18 maart'],
    ['nl', 'di 4/3', 'di 4 maart'],
    ['it', 'Appuntamento: mar. 4/3, alle 10.', 'Appuntamento: martedì quattro marzo, alle dieci.'],
    ['it', "Chiami l'800 555 019.", "Chiami l'otto zero zero, cinque cinque cinque, zero uno nove."],
    ['it', 'paghi min. 25 €', 'paghi minimo venticinque euro'],
    ['it', 'dura 25 min. circa', 'dura venticinque minuti circa'],
    ['pt', 'pague mín. R$ 25', 'pague mínimo vinte e cinco reais'],
    ['de', '16/9', 'sechzehn Neuntel'],
    ['ja', '最大8錠/日', '最大 はち 錠 いちにちあたり'],
    ['ja', '10:30〜11時', 'じゅうじさんじゅっぷんから じゅういちじ'],
  ],
};

describe('what language models write is read as it is meant', () => {
  for (const [cause, rows] of Object.entries(causes)) {
    it(cause, () => {
      const wrong = rows
        .map(([language, written, said]) => [
          `${language} ${written}: ${said}`,
          `${language} ${written}: ${spoken(written, language)}`,
        ])
        .filter(([expected, found]) => expected !== found);
      assert.deepEqual(
        wrong.map(([, found]) => found),
        wrong.map(([expected]) => expected),
      );
    });
  }
});
