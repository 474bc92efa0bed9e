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
