/** When turns of spoken dialogues are found to end: how often too early, and how late, at several settings. */
import { quantile } from '../../bench/report/statistics.ts';
import { Child } from '../../bench/processes/child.ts';
import type { Row } from '../../bench/report/table.ts';
import { inParallel } from '../parallel.ts';
import type { Part, Quality } from '../quality.ts';
import { recognizerPackages } from '../../bench/pocketsphinx.ts';
import { speakDialogue, type Room, type SpokenDialogue } from '../spoken-turns/dialogue.ts';
import type { ListeningTask, ListeningTasks, SpokenOutcome } from '../spoken-turns/listen.ts';
import { rowOf, targets } from '../targets.ts';
import { dialogues } from '../turns/dialogues.ts';
import { turnSettings, type TurnSetting } from '../turns/settings.ts';

const english = dialogues.filter(({ language }) => language === 'en');
/** Those that PocketSphinx makes the fewest mistakes with, a woman's and a man's. */
const voices = ['Sadie', 'Russell'];
const listenUrl = new URL('../spoken-turns/listen.ts', import.meta.url);

interface Measurement {
  readonly setting: TurnSetting;
  readonly recognizer: ListeningTask['recognizer'];
  readonly room: Room;
}

const rooms: readonly Room[] = ['quiet', 'noise'];
/** In noise, and by PocketSphinx, which hears a minute of speech in some ten seconds: enough to compare. */
const fewSettings = ['silence only, 800 ms', 'default'];

function settingsOf(recognizer: ListeningTask['recognizer'], room: Room): readonly TurnSetting[] {
  return recognizer === 'truth' && room === 'quiet'
    ? turnSettings
    : turnSettings.filter(({ name }) => fewSettings.includes(name));
}

const measurements: readonly Measurement[] = (['truth', 'pocketsphinx'] as const).flatMap((recognizer) =>
  rooms.flatMap((room) => settingsOf(recognizer, room).map((setting) => ({ setting, recognizer, room }))),
);

export const turns: Part = {
  title: 'Turns',
  packages: recognizerPackages,
  isShort: false,
  async measure({ synthesizer, progress }: Quality) {
    progress('Dialogues');
    const spoken: Record<Room, SpokenDialogue[]> = { quiet: [], noise: [] };
    for (const room of rooms) {
      for (const name of voices) {
        for (const dialogue of english) {
          spoken[room].push(await speakDialogue(synthesizer, dialogue, synthesizer.voice(name), room));
        }
      }
    }
    let done = 0;
    const rows = await inParallel(measurements, async (measurement) => {
      const { setting, recognizer, room } = measurement;
      const child = new Child<ListeningTasks>(listenUrl);
      try {
        const heard = recognizer === 'truth' ? spoken[room] : spoken[room].slice(0, english.length);
        const task = { dialogues: heard, recognizer, options: setting.options };
        return rowFor(measurement, await child.call('listen', task));
      } finally {
        await child.stop();
        progress(`Turns, ${++done} of ${measurements.length}`);
      }
    });
    const count = voices.length * english.flatMap((dialogue) => dialogue.turns).length;
    const pauses =
      voices.length * english.flatMap((dialogue) => dialogue.turns.join(' ').match(/<[\d.]+>/gu) ?? []).length;
    return {
      method: `${count} turns of dialogues with ${pauses} pauses of 0.35 to 1.6 s within them, coughs, short answers and back-channels (“mm-hm”), spoken by ${voices.join(' and ')} of flite at 16 kHz, 7 s between turns. In noise there is a fan 20 dB below the speech with hum of the mains, and between turns a cough, keys, a bang or laughter. The server’s own voice activity, cutting and turns hear frames of 20 ms; text is that of PocketSphinx with its open language model, of which about a fourth is wrong and without any mark (of the first voice alone), or the words that were said, with their marks, as a good recognizer hears them, 250 ms behind. Time is audio time: a recognizer answers at once, what it takes comes on top. A turn is cut off where an end is told before its last word; its end is told so long behind the end of its last word (median, 95th percentile). Turns without words begin where nothing was said. The rules were written with the words of these dialogues in sight, but not with this speech.`,
      rows,
    };
  },
};

const names = { truth: 'the words said', pocketsphinx: 'PocketSphinx' } as const;

function rowFor({ setting, recognizer, room }: Measurement, outcome: SpokenOutcome): Row {
  const { cutOff, turns: count, latencies, unended, unspoken, eagerEnds, resumes } = outcome;
  const what = `${setting.name}, ${names[recognizer]}${room === 'quiet' ? '' : ', in noise'}`;
  const measured = [
    `cut off ${cutOff} of ${count}`,
    `end ${ms(latencies, 0.5)}, ${ms(latencies, 0.95)}`,
    `probable ends taken back ${resumes} of ${eagerEnds}`,
    `without words ${unspoken}`,
    `not ended ${unended}`,
  ].join('; ');
  const id = `turns.${setting.name.replaceAll(/[^a-z\d.]+/gu, '-')}.${recognizer}.${room}`;
  // That every turn ends is asked of the rules; what a recognizer does not hear at all cannot end.
  return rowOf(id, what, measured, recognizer === 'truth' ? [{ value: unended, target: targets.none }] : []);
}

function ms(latencies: readonly number[], share: number): string {
  return `${(quantile(latencies, share) * 1000).toFixed(0)} ms`;
}
