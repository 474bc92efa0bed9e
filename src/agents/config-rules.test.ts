import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '../errors/service-error.ts';
import { parseWith } from '../errors/validation.ts';
import { languages } from '../voices/languages.ts';
import { agentConfigPatchSchema, defaultConfig, mergeConfig } from './config.ts';

const fresh = defaultConfig({ voiceId: 'voice', modelId: 'model' });

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
    [
      'patience is 50 to 11200 ms, or null, and rises from finished over undecided to unfinished',
      [
        { turn_taking: null },
        { turn_taking: { min_ms: 50, max_ms: 11_200 } },
        { turn_taking: { finished_ms: 900, min_ms: null, max_ms: 900 } },
      ],
      [
        [{ turn_taking: { min_ms: 49 } }, 'turn_taking.min_ms'],
        [{ turn_taking: { max_ms: 11_201 } }, 'turn_taking.max_ms'],
        [{ turn_taking: { min_ms: 500, finished_ms: 501 } }, 'turn_taking.min_ms'],
        [{ turn_taking: { finished_ms: 501, max_ms: 500 } }, 'turn_taking.max_ms'],
        [{ turn_taking: { eagerness: 1 } }, 'turn_taking'],
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
