/** What comes of interruptions of every kind: what the caller hears, and what the history, the transcript and the model have. */
import type { Row } from '../../bench/report/table.ts';
import { kinds } from '../interruptions/kinds.ts';
import { carryOut } from '../interruptions/outcome.ts';
import type { Part, Quality } from '../quality.ts';

export const interruptions: Part = {
  title: 'Interruptions',
  packages: [],
  isShort: false,
  async measure({ synthesizer, progress }: Quality) {
    const rows: Row[] = [];
    for (const kind of kinds) {
      progress(kind.name);
      const { problems, measured } = await carryOut(kind, synthesizer);
      rows.push({
        id: `interruptions.${kind.id}`,
        what: kind.name,
        aim: kind.expected,
        measured: [measured, ...problems.map((problem) => `**${problem}**`)].join('; '),
        pass: problems.length === 0,
      });
    }
    return {
      method:
        'One conversation for each kind, in simulated time, of the parts of the server: its detectors hear speech of flite and of eSpeak and noises that are made here, flite is the agent’s voice, the line is given audio 200 ms ahead as a socket is at speaking pace. Known beforehand is what the recognizer hears (the words that are in the audio) and what the language model writes. What the caller heard is found in the samples that the other end of the line has played, by the times of the words that the engine gives; a word that ends within 20 ms of the end may count or not. A row passes when the agent does what is expected, it is silent at most 250 ms behind the first sound of words (above −40 dB of full scale), and the turn, the transcript and what the model is told next have exactly the words that were heard.',
      rows,
    };
  },
};
