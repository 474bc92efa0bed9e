import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../test/support/property-runs.ts';
import { parseWith } from '../errors/validation.ts';
import { languages } from '../voices/languages.ts';
import {
  agentConfigPatchSchema,
  agentConfigSchema,
  defaultConfig,
  mergeConfig,
  storedConfig,
  type AgentConfig,
  type AgentConfigPatch,
} from './config.ts';

const fresh = defaultConfig({ voiceId: 'voice', modelId: 'model' });

function text(maxLength: number) {
  return fc.string({ minLength: 1, maxLength });
}

function nullable<T>(arbitrary: fc.Arbitrary<T>) {
  return fc.option(arbitrary, { nil: null });
}

function range(min: number, max: number) {
  return fc.double({ min, max, noNaN: true });
}

const variable = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,12}$/).filter((name) => !/^(system|secret)__/.test(name));
const systemTool = fc.record({
  description: nullable(text(20)),
  pre_tool_speech: fc.constantFrom('auto' as const, 'force' as const),
});

const phone = fc.oneof(
  fc.stringMatching(/^\+[1-9][0-9]{1,14}$/),
  variable.map((name) => `{{${name}}}`),
);
const transfers = fc.uniqueArray(
  fc.record({
    condition: text(20),
    destination: fc.record({ type: fc.constant('phone' as const), phone_number: phone }),
  }),
  { minLength: 1, maxLength: 3, selector: (each) => JSON.stringify(each) },
);

const turn = fc
  .record({
    inactivity_end_call_secs: fc.integer({ min: 20, max: 240 }),
    inactivity_check_in_secs: nullable(fc.integer({ min: 5, max: 60 })),
  })
  .filter(({ inactivity_check_in_secs: checkIn, inactivity_end_call_secs: end }) => checkIn === null || checkIn < end);

/** Rising, where they are given. */
const patience = fc
  .tuple(...([50, 1000, 5000] as const).map((min) => nullable(fc.integer({ min, max: min + 900 }))))
  .map(([finished, min, max]) => ({ min_ms: min!, finished_ms: finished!, max_ms: max! }));

/** Every configuration the rules allow, as JSON gives it. */
const completeConfig: fc.Arbitrary<AgentConfig> = fc
  .record({
    audio: fc.record({
      input: fc.record({
        keyterms: fc.array(fc.string(), { maxLength: 3 }),
        noise_suppression: fc.constantFrom('off', 'auto', 'max'),
      }),
      output: fc.record({
        background_sound: nullable(fc.record({ file_id: text(20), volume: range(0, 2) })),
        emotion: nullable(text(20)),
        pronunciation_dictionary_id: nullable(text(20)),
        speed: nullable(range(0.6, 1.5)),
        voice_id: text(20),
        volume: nullable(range(0.5, 2)),
      }),
    }),
    dynamic_variable_placeholders: fc.dictionary(variable, fc.oneof(fc.string(), range(-1e6, 1e6), fc.boolean()), {
      maxKeys: 4,
      noNullPrototype: true,
    }),
    initial_message: nullable(fc.string()),
    instructions: fc.string(),
    language: fc.record({ primary: fc.constantFrom(...languages) }),
    model: fc.record({
      id: text(20),
      max_output_tokens: nullable(fc.integer({ min: 1, max: 4096 })),
      temperature: nullable(range(0, 1)),
    }),
    speculative_generation: fc.boolean(),
    system_tools: fc.record({
      end_call: nullable(systemTool),
      send_dtmf: nullable(systemTool),
      transfer_to_number: nullable(fc.tuple(systemTool, transfers).map(([tool, all]) => ({ ...tool, transfers: all }))),
    }),
    timezone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/Argentina/Ushuaia', 'Asia/Kolkata'),
    tools: fc.uniqueArray(fc.record({ id: text(20) }), { maxLength: 4, selector: ({ id }) => id }),
    turn,
    turn_taking: nullable(patience),
  })
  .map((config) => JSON.parse(JSON.stringify(config)) as AgentConfig);

type Json = Record<string, unknown>;
function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Some members of an object, at every depth; what is replaced whole is kept whole. */
function someOf(value: unknown, keep: () => boolean, path = ''): unknown {
  const whole = !isObject(value) || /placeholders$|background_sound$|transfer_to_number$/.test(path);
  if (whole) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(keep)
      .map(([name, member]) => [name, someOf(member, keep, `${path}.${name}`)]),
  );
}

function patchOf(config: AgentConfig): fc.Arbitrary<AgentConfigPatch> {
  return fc
    .infiniteStream(fc.boolean())
    .map((coins) => someOf(config, () => coins.next().value === true) as AgentConfigPatch);
}

/** A change that leaves `turn` alone, whose members depend on each other. */
const patch = completeConfig.chain(patchOf).map((change): AgentConfigPatch => {
  const rest = { ...change };
  delete rest.turn;
  return rest;
});

function isEmpty(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

/** Every leaf by its path. The placeholders are one; an empty object is too, since it switches a system tool on. */
function leaves(value: unknown, path = ''): Map<string, unknown> {
  if (!isObject(value) || isEmpty(value) || path.endsWith('placeholders')) return new Map([[path, value]]);
  return new Map(Object.entries(value).flatMap(([name, member]) => [...leaves(member, `${path}.${name}`)]));
}

describe('a change of a configuration', () => {
  const property = <T>(arbitrary: fc.Arbitrary<T>, holds: (value: T) => void) =>
    fc.assert(fc.property(arbitrary, holds), runs(200));

  it('that is empty changes nothing', () =>
    property(completeConfig, (config) => assert.deepEqual(mergeConfig(config, {}), config)));

  it('that is a complete configuration gives exactly that one, which restores an older version', () =>
    property(fc.tuple(completeConfig, completeConfig), ([current, older]) =>
      assert.equal(JSON.stringify(mergeConfig(current, older)), JSON.stringify(parseWith(agentConfigSchema, older))),
    ));

  it('leaves the patience that it does not name, which a stored one may have in part or not at all', () => {
    const stored = (patience: object) =>
      storedConfig(JSON.stringify({ ...fresh, turn_taking: undefined, ...patience }));
    assert.deepEqual(stored({}), fresh);
    const part = stored({ turn_taking: { max_ms: 4000 } });
    assert.deepEqual(part.turn_taking, { min_ms: null, finished_ms: null, max_ms: 4000 });
    assert.deepEqual(mergeConfig(part, { turn_taking: { min_ms: 800 } }).turn_taking, {
      ...{ min_ms: 800, finished_ms: null, max_ms: 4000 },
    });
  });

  it('made twice is made once', () =>
    property(fc.tuple(completeConfig, patch), ([config, change]) =>
      assert.deepEqual(mergeConfig(mergeConfig(config, change), change), mergeConfig(config, change)),
    ));

  it('changes what it names and nothing else', () =>
    property(fc.tuple(completeConfig, patch), ([config, change]) => {
      const [before, given, after] = [leaves(config), leaves(change), leaves(mergeConfig(config, change))];
      for (const [path, value] of given) {
        if (!isEmpty(value) || path.endsWith('placeholders')) assert.deepEqual(after.get(path), value, path);
      }
      const isNamed = (path: string): boolean =>
        [...given.keys()].some((name) => path === name || path.startsWith(`${name}.`) || name.startsWith(`${path}.`));
      for (const [path, value] of before) if (!isNamed(path)) assert.deepEqual(after.get(path), value, path);
    }));

  it('always leaves a complete and valid configuration', () =>
    property(
      fc.tuple(completeConfig, patch),
      ([config, change]) => void parseWith(agentConfigSchema, mergeConfig(config, change)),
    ));

  it('is valid in part when it is valid as a whole', () =>
    property(completeConfig.chain(patchOf), (change) =>
      assert.deepEqual(parseWith(agentConfigPatchSchema, change), change),
    ));

  it('keeps a system tool it leaves out, switches off a null one, and gives a new one its defaults', () => {
    const on = mergeConfig(fresh, {
      system_tools: { end_call: {}, send_dtmf: { description: 'Keys', pre_tool_speech: 'force' } },
    });
    assert.deepEqual(on.system_tools, {
      end_call: { description: null, pre_tool_speech: 'auto' },
      send_dtmf: { description: 'Keys', pre_tool_speech: 'force' },
      transfer_to_number: null,
    });
    const off = mergeConfig(on, { system_tools: { end_call: null, send_dtmf: { pre_tool_speech: 'auto' } } });
    assert.deepEqual(off.system_tools, {
      end_call: null,
      send_dtmf: { description: 'Keys', pre_tool_speech: 'auto' },
      transfer_to_number: null,
    });
  });

  it('replaces placeholders and arrays whole', () => {
    const config = mergeConfig(fresh, {
      dynamic_variable_placeholders: { a: 1, b: 'x' },
      tools: [{ id: 'one' }, { id: 'two' }],
      audio: { input: { keyterms: ['x', 'y'] } },
    });
    const changed = mergeConfig(config, {
      dynamic_variable_placeholders: { c: true },
      tools: [{ id: 'three' }],
      audio: { input: { keyterms: [] } },
    });
    assert.deepEqual(
      [changed.dynamic_variable_placeholders, changed.tools, changed.audio.input.keyterms],
      [{ c: true }, [{ id: 'three' }], []],
    );
    assert.deepEqual(mergeConfig(config, { dynamic_variable_placeholders: {} }).dynamic_variable_placeholders, {});
  });

  it('keeps the volume of a background sound whose file it changes; a new one plays at 1', () => {
    const config = mergeConfig(fresh, { audio: { output: { background_sound: { file_id: 'rain' } } } });
    assert.deepEqual(config.audio.output.background_sound, { file_id: 'rain', volume: 1 });
    const quiet = mergeConfig(config, { audio: { output: { background_sound: { file_id: 'rain', volume: 0.2 } } } });
    assert.deepEqual(
      mergeConfig(quiet, { audio: { output: { background_sound: { file_id: 'wind' } } } }).audio.output
        .background_sound,
      { file_id: 'wind', volume: 0.2 },
    );
  });
});

describe('a new configuration', () => {
  it('has the defaults of the interface', () => {
    assert.deepEqual(parseWith(agentConfigSchema, fresh), fresh);
    assert.deepEqual(
      [fresh.timezone, fresh.turn, fresh.system_tools],
      [
        'UTC',
        { inactivity_end_call_secs: 240, inactivity_check_in_secs: 8 },
        { end_call: null, send_dtmf: null, transfer_to_number: null },
      ],
    );
  });
});
