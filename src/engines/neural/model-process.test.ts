import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import { swept } from '../../../test/support/sweeps.ts';
import { TestClock } from '../../timing/testing.ts';
import { EngineUnavailableError } from '../adapter.ts';
import { readVoiceManifest } from './manifest.ts';
import { ModelProcess, type ModelTaskOptions, type ModelProcessOptions } from './model-process.ts';
import { idText } from './phoneme-ids.ts';
import { prepareModel } from './prepare.ts';
import type { SherpaConfig } from './protocol.ts';
import { sherpaConfig } from './sherpa.ts';
import { isLibraryInstalled } from '../../model-files/sherpa-onnx.ts';
import { piperGraph, symbols, writeKittenModel, writePiperModel } from './testing.ts';

const skip = isLibraryInstalled() ? false : 'the optional package sherpa-onnx-node is not installed';
const details = { name: 'tiny', licence: 'CC0-1.0', source: 'test' };

describe('the process of a model', { skip }, () => {
  let root: string;
  let count = 0;
  const open: ModelProcess[] = [];
  const folders = new Map<string, SherpaConfig>();
  const fresh = (): string => path.join(root, String(count++));

  async function install(name: string, write: (folder: string) => Promise<void>): Promise<void> {
    await write(path.join(root, `${name}-source`));
    await prepareModel(path.join(root, `${name}-source`), path.join(root, name), details);
    folders.set(name, sherpaConfig(await readVoiceManifest(path.join(root, name)), path.join(root, name)));
  }

  function start(config: SherpaConfig, options: Partial<ModelProcessOptions> = {}): ModelProcess {
    const made = new ModelProcess({ name: 'tiny', config, ...options });
    open.push(made);
    return made;
  }

  /** Loaded once for the tests that leave it as it was. */
  const shared = new Map<string, ModelProcess>();
  async function loaded(name: 'quick' | 'slow'): Promise<ModelProcess> {
    const model = shared.get(name) ?? start(folders.get(name)!);
    shared.set(name, model);
    await model.load();
    return model;
  }

  /** A copy of an installed model in which a file is changed. */
  async function damaged(name: string, file: string, content: Uint8Array | string | undefined): Promise<SherpaConfig> {
    const folder = fresh();
    await cp(path.join(root, name), folder, { recursive: true });
    if (content === undefined) await rm(path.join(folder, file), { recursive: true });
    else await writeFile(path.join(folder, file), content);
    return sherpaConfig(await readVoiceManifest(folder), folder);
  }

  before(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'sonorant-process-'));
    await install('quick', (folder) => writePiperModel(folder, { faultySymbol: 'ʒ' }));
    await install('slow', (folder) => writePiperModel(folder, { work: 20, speakers: 1 }));
    await install('kitten', writeKittenModel);
  });
  after(async () => {
    await Promise.all(open.map((each) => each.close()));
    await rm(root, { recursive: true });
  });

  it('speaks by exact ids, with a duration for each, the same again', async () => {
    const model = await loaded('quick');
    assert.deepEqual(await model.load(), { sampleRate: 22_050, speakers: 2 });
    const heard = await speak(model, '^həloʊ$');
    assert.deepEqual(
      heard.durations,
      [1, 7, 6, 7, 6, 6, 1].map((_, index) => heard.durations[index]),
    );
    assert.equal(heard.durations.length, 7);
    assert.equal(heard.samples.length, 256 * heard.durations.reduce((sum, each) => sum + each, 0));
    assert.deepEqual(await speak(model, '^həloʊ$'), heard);
  });

  describe('a model that does not load', () => {
    const cases: readonly (readonly [string, () => Promise<SherpaConfig>, RegExp])[] = [
      ['a graph that is missing', () => damaged('quick', 'model.onnx', undefined), /model\.onnx|exist/u],
      ['an empty graph', () => damaged('quick', 'model.onnx', ''), /./u],
      ['a graph cut off', async () => damaged('quick', 'model.onnx', await half('quick')), /./u],
      ['a graph that is none', () => damaged('quick', 'model.onnx', '<html>not found</html>'), /./u],
      ['a graph without metadata', () => damaged('quick', 'model.onnx', piperGraph()), /metadata|sample_rate/u],
      ['a missing list of tokens', () => damaged('quick', 'tokens.txt', undefined), /tokens/u],
      ['a list of tokens that is none', () => damaged('quick', 'tokens.txt', 'one two three\n'), /tokens/u],
      [
        'a graph of another family',
        async () => damaged('kitten', 'model.onnx', await readFile(path.join(root, 'quick', 'model.onnx'))),
        /./u,
      ],
      ['a missing folder of data', () => damaged('kitten', 'espeak-ng-data', undefined), /espeak-ng-data/u],
      ['voices of another size', () => damaged('kitten', 'voices.bin', 'short'), /voices/u],
    ];
    const half = async (name: string): Promise<Uint8Array> => {
      const file = await readFile(path.join(root, name, 'model.onnx'));
      return file.subarray(0, file.length >> 1);
    };
    const sample = ['a graph that is missing', 'a graph of another family', 'a missing folder of data'];
    for (const [name, config, reason] of swept(cases, ([damage]) => sample.includes(damage))) {
      it(`says why: ${name}`, async () => {
        const model = start(await config());
        await assert.rejects(model.load(), (error) => {
          assert.ok(error instanceof EngineUnavailableError);
          assert.match(error.message, /^the model tiny does not load: /u);
          assert.match(error.message.replace('the model tiny does not load: ', ''), reason);
          return true;
        });
        assert.equal(model.pid, undefined);
      });
    }

    it('is given up when it takes too long', async () => {
      await assert.rejects(start(folders.get('quick')!, { loadMs: 1 }).load(), /did not load within 1 ms/u);
    });
  });

  describe('what a model is given', () => {
    it('fails alone where it is nothing to speak or out of range', async () => {
      const model = await loaded('quick');
      const { pid } = model;
      await assert.rejects(speak(model, ''), /tiny/u);
      await assert.rejects(speak(model, '^a$', { speed: -1 }), /tiny/u);
      // A speaker that is none is the first one, an id that is none is left out.
      assert.equal((await speak(model, '^a$', { speaker: 99 })).durations.length, 3);
      assert.equal((await speak(model, '^a$', { suffix: String.fromCodePoint(0xf8ff) })).durations.length, 3);
      assert.equal(model.pid, pid);
    });
  });

  describe('a crash', () => {
    it('of a run that the library never ends fails that task, and the next one is spoken', async () => {
      const model = await loaded('quick');
      const behind = [speak(model, '^aʒa$'), speak(model, '^həloʊ$')];
      await assert.rejects(behind[0]!, (error) => {
        assert.ok(error instanceof EngineUnavailableError);
        assert.match(error.message, /the model tiny failed on a segment: .*(?:Gather|indices)/u);
        return true;
      });
      assert.equal((await behind[1]!).durations.length, 7);
    });

    it('from outside is not heard: what ran and what waited is spoken by the next process', async () => {
      const model = await loaded('slow');
      const both = [speak(model, '^həloʊ$'), speak(model, '^wɜːld$')];
      process.kill(model.pid!, 'SIGKILL');
      assert.deepEqual(
        (await Promise.all(both)).map(({ durations }) => durations.length),
        [7, 7],
      );
    });

    it('leaves other models alone', async () => {
      const [one, other] = [start(folders.get('quick')!), start(folders.get('quick')!)];
      await Promise.all([one.load(), other.load()]);
      const { pid } = other;
      await assert.rejects(speak(one, '^ʒ$'));
      assert.equal((await speak(other, '^a$')).durations.length, 3);
      assert.equal(other.pid, pid);
    });

    it('three times in a minute sets the model aside for a minute', async () => {
      const clock = new TestClock();
      const model = start(folders.get('quick')!, { clock, respawnMs: 0 });
      await model.load();
      for (let crash = 0; crash < 3; crash++) {
        const failing = speak(model, '^ʒ$');
        // The pause before the second start is on the test's clock.
        const ticking = setInterval(() => clock.advance(0), 5);
        await assert.rejects(failing, /failed on a segment/u);
        clearInterval(ticking);
      }
      await assert.rejects(speak(model, '^a$'), (error) => {
        assert.ok(error instanceof EngineUnavailableError);
        assert.match(
          error.message,
          /the model tiny is set aside for 60 s: it crashed 3 times, at last because .*Gather/u,
        );
        return true;
      });
      clock.advance(60_000);
      assert.equal((await speak(model, '^a$')).durations.length, 3);
    });

    it('of a process that hangs is noticed by the watchdog', async () => {
      const clock = new TestClock();
      const model = start(folders.get('slow')!, { clock, hangMs: 1000 });
      await model.load();
      const hanging = speak(model, '^həloʊ wɜːld həloʊ$');
      const waiting = speak(model, '^a$');
      // Nothing has been given yet for a second on the test's clock.
      const ticking = setInterval(() => clock.advance(1000), 1);
      await assert.rejects(hanging, /gave nothing for 1000 ms/u).finally(() => clearInterval(ticking));
      assert.equal((await waiting).durations.length, 3);
    });
  });

  describe('a machine on which the model is slow', () => {
    it('has three times as long as a segment is expected to take before it counts as hanging', async () => {
      const clock = new TestClock();
      const model = start(folders.get('slow')!, { clock, hangMs: 100 });
      await model.load();
      // What is measured by it: milliseconds for a thousandth of the size of the next ones.
      await speak(model, '^həloʊ$', { size: 0.001 });
      const long = `^${'həloʊ wɜːld '.repeat(4)}$`;
      const begun = async (): Promise<void> => {
        while (clock.pending === 0) await new Promise((resolve) => setTimeout(resolve, 1));
      };
      const slow = speak(model, long, { size: 1 });
      await begun();
      clock.advance(101);
      assert.ok((await slow).samples.length > 0);
      const hanging = speak(model, long, { size: 1 });
      // Again and again, since the timer that is pending may still be that of the segment before.
      const ticking = setInterval(() => clock.advance(3_600_000), 1);
      await assert.rejects(hanging, /gave nothing for \d+ ms/u).finally(() => clearInterval(ticking));
    });
  });

  describe('an abort', () => {
    it('silences a task that waits at once, and the others are spoken', async () => {
      const model = await loaded('slow');
      const abort = new AbortController();
      const first = speak(model, '^həloʊ$');
      const cut = speak(model, '^wɜːld$', { signal: abort.signal });
      const last = speak(model, '^a$');
      abort.abort();
      assert.equal((await cut).samples.length, 0);
      assert.deepEqual([(await first).durations.length, (await last).durations.length], [7, 3]);
    });

    it('lets a short rest run out, so that the model stays loaded', async () => {
      const model = await loaded('quick');
      const { pid } = model;
      await speak(model, '^a$');
      const abort = new AbortController();
      const cut = speak(model, '^həloʊ$', { signal: abort.signal });
      const next = speak(model, '^a$');
      abort.abort();
      await cut;
      await next;
      assert.equal(model.pid, pid);
    });

    it('ends the process where a long rest would run, and others are spoken by its successor', async () => {
      const model = await loaded('slow');
      await speak(model, '^a$');
      const { pid } = model;
      const abort = new AbortController();
      const text = 'həloʊ wɜːld '.repeat(40);
      const cut = speak(model, `^${text}$`, { signal: abort.signal });
      const next = speak(model, '^həloʊ$');
      // A run that was never given is forgotten instead; this one is behind a short one in the same queue.
      await speakingOf(model, pid!);
      abort.abort();
      assert.equal((await cut).samples.length, 0);
      assert.equal((await next).durations.length, 7);
      assert.notEqual(model.pid, pid);
    });
  });

  describe('its end', () => {
    const program = (config: SherpaConfig): string => `
      const { ModelProcess } = await import(${JSON.stringify(new URL('./model-process.ts', import.meta.url).href)});
      const model = new ModelProcess({ name: 'tiny', config: ${JSON.stringify(config)} });
      await model.load();
      console.log(model.pid);
      setInterval(() => undefined, 1000);`;

    it('is that of the process that started it, however that one ends', async () => {
      const parent = spawn(process.execPath, ['--input-type=module', '-e', program(folders.get('quick')!)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [line] = (await once(parent.stdout, 'data')) as [Buffer];
      const pid = Number(line.toString());
      assert.ok(isAlive(pid));
      parent.kill('SIGKILL');
      await once(parent, 'exit');
      await gone(pid);
    });

    it('is that of the thread that started it', async () => {
      const worker = new Worker(`(async () => {${program(folders.get('quick')!)}})()`, { eval: true, stdout: true });
      const [line] = (await once(worker.stdout, 'data')) as [Buffer];
      const pid = Number(line.toString());
      await worker.terminate();
      await gone(pid);
    });

    it('comes with close, and tasks that wait fail', async () => {
      const model = start(folders.get('slow')!);
      await model.load();
      const pid = model.pid!;
      const cut = assert.rejects(speak(model, '^həloʊ$'), /the model tiny was closed/u);
      await model.close();
      await cut;
      await gone(pid);
      await assert.rejects(speak(model, '^a$'), /was closed/u);
    });
  });
});

interface ModelOutput {
  readonly samples: readonly number[];
  readonly durations: readonly number[];
}

async function speak(
  model: ModelProcess,
  text: string,
  { speed = 1, speaker = 0, suffix = '', size = Math.max(1, text.length), signal = new AbortController().signal } = {},
): Promise<ModelOutput> {
  const heard: { samples: number[]; durations: number[] } = { samples: [], durations: [] };
  const task: ModelTaskOptions = {
    request: { text: idText(Array.from(text, idOf)) + suffix, speaker, speed, isPacked: true, options: {} },
    size,
    onAudio: (samples, durations) => {
      heard.samples.push(...samples);
      heard.durations.push(...(durations ?? []));
    },
  };
  await model.run(task, signal);
  return heard;
}

/** Waits until the process computes: it has used processor time since. */
async function speakingOf(model: ModelProcess, pid: number): Promise<void> {
  const used = async (): Promise<number> => {
    const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(' ');
    return Number(fields[13]) + Number(fields[14]);
  };
  const before = await used();
  while ((await used()) < before + 5) await new Promise((resolve) => setTimeout(resolve, 5));
  assert.equal(model.pid, pid);
}

/** The symbol that fails has an id behind the end of the graph's tables. */
function idOf(symbol: string): number {
  return symbol === 'ʒ' ? symbols.length : symbols.indexOf(symbol);
}

/** A process whose thread is gone stays in the table as ended until the whole program ends: that one is gone too. */
function isAlive(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}

async function gone(pid: number): Promise<void> {
  while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 5));
}
