import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ServiceError } from '../errors/service-error.ts';
import { parseWith } from '../errors/validation.ts';
import { languages } from '../voices/languages.ts';
import {
  agentConfigPatchSchema,
  agentConfigSchema,
  defaultConfig,
  mergeConfig,
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
    fc.assert(fc.property(arbitrary, holds), { numRuns: 200 });

  it('that is empty changes nothing', () =>
    property(completeConfig, (config) => assert.deepEqual(mergeConfig(config, {}), config)));

  it('that is a complete configuration gives exactly that one, which restores an older version', () =>
    property(fc.tuple(completeConfig, completeConfig), ([current, older]) =>
      assert.equal(JSON.stringify(mergeConfig(current, older)), JSON.stringify(parseWith(agentConfigSchema, older))),
    ));

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

describe('the rules of a configuration', () => {
  /** The message about a change, or undefined when it is taken. */
  const refusal = (change: unknown): string | undefined => {
    try {
      mergeConfig(fresh, parseWith(agentConfigPatchSchema, change));
      return undefined;
    } catch (error) {
      assert.ok(error instanceof ServiceError && error.code === 'invalid_request', String(error));
      return error.message;
    }
  };
  const output = (change: unknown) => ({ audio: { output: change } });
  const transfer = (phone_number: string, condition = 'asked') => ({
    condition,
    destination: { type: 'phone', phone_number },
  });
  const transfersOf = (list: unknown[]) => ({ system_tools: { transfer_to_number: { transfers: list } } });
  const names = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`v${index}`, index]));

  const cases: readonly (readonly [
    name: string,
    taken: readonly unknown[],
    refused: readonly (readonly [change: unknown, at: string])[],
  ])[] = [
    [
      'noise suppression is off, auto or max',
      ['off', 'auto', 'max'].map((noise_suppression) => ({ audio: { input: { noise_suppression } } })),
      [[{ audio: { input: { noise_suppression: 'low' } } }, 'audio.input.noise_suppression']],
    ],
    [
      'a background sound names a file, its volume is 0 to 2',
      [output({ background_sound: null }), output({ background_sound: { file_id: 'f', volume: 2 } })],
      [
        [output({ background_sound: {} }), 'audio.output.background_sound.file_id'],
        [output({ background_sound: { file_id: 'f', volume: 2.1 } }), 'audio.output.background_sound.volume'],
      ],
    ],
    [
      'speed is 0.6 to 1.5 and volume 0.5 to 2, or null',
      [output({ speed: 0.6, volume: 0.5 }), output({ speed: 1.5, volume: 2 }), output({ speed: null, volume: null })],
      [
        [output({ speed: 0.59 }), 'audio.output.speed'],
        [output({ volume: 2.01 }), 'audio.output.volume'],
        [output({ volume: 0.4 }), 'audio.output.volume'],
      ],
    ],
    [
      'a voice is always there',
      [],
      [
        [output({ voice_id: null }), 'audio.output.voice_id'],
        [output({ voice_id: '' }), 'audio.output.voice_id'],
      ],
    ],
    [
      'emotion and dictionary are a text or null',
      [output({ emotion: null, pronunciation_dictionary_id: null })],
      [
        [output({ emotion: '' }), 'audio.output.emotion'],
        [output({ pronunciation_dictionary_id: '' }), 'audio.output.pronunciation_dictionary_id'],
      ],
    ],
    [
      'at most 64 placeholders',
      [{ dynamic_variable_placeholders: names(64) }],
      [[{ dynamic_variable_placeholders: names(65) }, 'dynamic_variable_placeholders']],
    ],
    [
      'placeholders have 16 KiB of JSON',
      [{ dynamic_variable_placeholders: { a: 'x'.repeat(16_376) } }],
      [[{ dynamic_variable_placeholders: { a: 'x'.repeat(16_377) } }, 'dynamic_variable_placeholders']],
    ],
    [
      'placeholders are named like variables',
      [{ dynamic_variable_placeholders: { _a: 1, ['a'.repeat(64)]: 1, systems: 1 } }],
      ['1a', 'a-b', '', 'a'.repeat(65), 'system__time', 'secret__key'].map(
        (name) => [{ dynamic_variable_placeholders: { [name]: 1 } }, 'dynamic_variable_placeholders'] as const,
      ),
    ],
    [
      'placeholders are texts, numbers or booleans',
      [{ dynamic_variable_placeholders: { a: 'x', b: 1.5, c: false } }],
      [
        [{ dynamic_variable_placeholders: { a: null } }, 'dynamic_variable_placeholders.a'],
        [{ dynamic_variable_placeholders: { a: [] } }, 'dynamic_variable_placeholders.a'],
      ],
    ],
    [
      'the language is one of the 44',
      languages.map((primary) => ({ language: { primary } })),
      [
        [{ language: { primary: 'en-US' } }, 'language.primary'],
        [{ language: { primary: 'xx' } }, 'language.primary'],
      ],
    ],
    [
      'output tokens are 1 to 4096 and temperature 0 to 1',
      [
        { model: { max_output_tokens: 4096, temperature: 1 } },
        { model: { max_output_tokens: null, temperature: null } },
      ],
      [
        [{ model: { max_output_tokens: 0 } }, 'model.max_output_tokens'],
        [{ model: { max_output_tokens: 4097 } }, 'model.max_output_tokens'],
        [{ model: { max_output_tokens: 1.5 } }, 'model.max_output_tokens'],
        [{ model: { temperature: 1.1 } }, 'model.temperature'],
      ],
    ],
    [
      'a system tool has a description of 1 to 2000 characters',
      [{ system_tools: { end_call: { description: 'x'.repeat(2000) } } }],
      [
        [{ system_tools: { end_call: { description: '' } } }, 'system_tools.end_call.description'],
        [{ system_tools: { send_dtmf: { description: 'x'.repeat(2001) } } }, 'system_tools.send_dtmf.description'],
        [{ system_tools: { end_call: { pre_tool_speech: 'never' } } }, 'system_tools.end_call.pre_tool_speech'],
      ],
    ],
    [
      'a transfer goes to a number in E.164 or to one variable',
      ['+14155550123', '+49', '{{number}}', '{{ system__caller }}'].map((number) => transfersOf([transfer(number)])),
      ['14155550123', '+04155550123', '+1415555012345678', '{{a}}{{b}}', '+1{{a}}', '{{1}}', ''].map(
        (number) =>
          [
            transfersOf([transfer(number)]),
            'system_tools.transfer_to_number.transfers[0].destination.phone_number',
          ] as const,
      ),
    ],
    [
      'there are 1 to 16 distinct transfers',
      [transfersOf(Array.from({ length: 16 }, (_, index) => transfer('+49', `${index}`)))],
      [
        [transfersOf([]), 'system_tools.transfer_to_number.transfers'],
        [
          transfersOf(Array.from({ length: 17 }, (_, index) => transfer('+49', `${index}`))),
          'system_tools.transfer_to_number.transfers',
        ],
        [transfersOf([transfer('+49'), transfer('+49')]), 'system_tools.transfer_to_number.transfers'],
        [{ system_tools: { transfer_to_number: {} } }, 'system_tools.transfer_to_number.transfers'],
        [transfersOf([transfer('+49', '')]), 'system_tools.transfer_to_number.transfers[0].condition'],
      ],
    ],
    [
      'a time zone has an IANA name',
      ['UTC', 'Europe/Berlin', 'Etc/GMT+5'].map((timezone) => ({ timezone })),
      ['+01:00', 'Berlin', '', 'Mars/Olympus'].map((timezone) => [{ timezone }, 'timezone'] as const),
    ],
    [
      'there are at most 32 distinct tools',
      [{ tools: Array.from({ length: 32 }, (_, index) => ({ id: `${index}` })) }],
      [
        [{ tools: Array.from({ length: 33 }, (_, index) => ({ id: `${index}` })) }, 'tools'],
        [{ tools: [{ id: 'a' }, { id: 'a' }] }, 'tools'],
        [{ tools: [{}] }, 'tools[0].id'],
      ],
    ],
    [
      'silence ends a call after 20 to 240 seconds',
      [{ turn: { inactivity_end_call_secs: 20 } }, { turn: { inactivity_end_call_secs: 240 } }],
      [
        [{ turn: { inactivity_end_call_secs: 19 } }, 'turn.inactivity_end_call_secs'],
        [{ turn: { inactivity_end_call_secs: 241 } }, 'turn.inactivity_end_call_secs'],
        [{ turn: { inactivity_end_call_secs: null } }, 'turn.inactivity_end_call_secs'],
      ],
    ],
    [
      'the agent asks after 5 to 60 seconds, before the end',
      [
        { turn: { inactivity_check_in_secs: null } },
        { turn: { inactivity_check_in_secs: 60 } },
        { turn: { inactivity_check_in_secs: 19, inactivity_end_call_secs: 20 } },
      ],
      [
        [{ turn: { inactivity_check_in_secs: 4 } }, 'turn.inactivity_check_in_secs'],
        [{ turn: { inactivity_check_in_secs: 61 } }, 'turn.inactivity_check_in_secs'],
        [{ turn: { inactivity_check_in_secs: 20, inactivity_end_call_secs: 20 } }, 'turn.inactivity_check_in_secs'],
      ],
    ],
    ['unknown members of turn are refused', [], [[{ turn: { eagerness: 1 } }, 'turn']]],
  ];

  for (const [name, taken, refused] of cases) {
    it(name, () => {
      for (const change of taken) assert.equal(refusal(change), undefined, JSON.stringify(change).slice(0, 200));
      for (const [change, at] of refused) {
        const message = refusal(change) ?? 'taken';
        const place = new RegExp(`→ at (config\\.)?${at.replaceAll(/[.[\]]/g, '\\$&')}(\\n|$)`);
        assert.match(message, place, JSON.stringify(change).slice(0, 200));
      }
    });
  }

  it('drop what they do not know elsewhere', () =>
    assert.deepEqual(
      parseWith(agentConfigPatchSchema, { nothing: 1, audio: { echo: 1, output: { reverb: 1, speed: 1 } } }),
      { audio: { output: { speed: 1 } } },
    ));

  it('hold a check-in that stays against an end that comes nearer', () => {
    const config = mergeConfig(fresh, { turn: { inactivity_check_in_secs: 60 } });
    assert.throws(
      () => mergeConfig(config, { turn: { inactivity_end_call_secs: 30 } }),
      /→ at config\.turn\.inactivity_check_in_secs/,
    );
  });
});
