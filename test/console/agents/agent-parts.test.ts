/** What the pages of agents work out without a browser. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { configProblem, requestProblem, schemaProblem } from '../../../console/src/agents/json-checks.ts';
import { literalOf, parametersOf, rowsOf, withType } from '../../../console/src/agents/parameters.ts';
import { Levels, shownSeconds } from '../../../console/src/talk/levels.ts';
import { suggestionsOf } from '../../../console/src/talk/suggestions.ts';
import { defaultConfig } from '../../../src/agents/config.ts';

describe('levels', () => {
  it('are those of the last seconds, silence where nothing was told', () => {
    const levels = new Levels();
    assert.equal(levels.isEmpty, true);
    levels.push(0.5, 10_000);
    levels.push(0.25, 10_010);
    levels.push(1, 10_500);
    const at = (ms: number) => [...levels.until(ms)];
    assert.deepEqual(at(10_500).slice(-11), [0.5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
    assert.equal(at(11_000).at(-11), 1);
    assert.deepEqual([...new Set(at(10_500 + shownSeconds * 1000))], [0]);
    levels.push(0.5, 100_000);
    assert.deepEqual(
      at(100_000).filter((level) => level > 0),
      [0.5],
    );
  });
});

/** An object without one of its members, at any depth, for each of them. */
function* withoutOne(object: Readonly<Record<string, unknown>>): Generator<Readonly<Record<string, unknown>>> {
  for (const [name, value] of Object.entries(object)) {
    yield Object.fromEntries(Object.entries(object).filter(([other]) => other !== name));
    if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
    for (const part of withoutOne(value as Readonly<Record<string, unknown>>)) yield { ...object, [name]: part };
  }
}

describe('what is typed as JSON', () => {
  it('is taken as a configuration where the fields have all they show', () => {
    const config = defaultConfig({ voiceId: 'v', modelId: 'rules' });
    assert.equal(configProblem(config), undefined);
    const patience = { min_ms: 800, finished_ms: null, max_ms: null };
    assert.equal(configProblem({ ...config, turn_taking: patience }), undefined);
    for (const part of withoutOne({ ...config, turn_taking: patience })) {
      assert.match(configProblem(part) ?? '', / is missing\.$/);
    }
    assert.equal(configProblem({ instructions: 'Hi' }), 'audio is missing.');
    assert.equal(configProblem([]), 'It has to be an object.');
    const transfer = { description: null, pre_tool_speech: 'auto', transfers: [null] };
    const tools = { ...config.system_tools, transfer_to_number: transfer };
    const where = 'system_tools.transfer_to_number.transfers[0]';
    assert.equal(configProblem({ ...config, system_tools: tools }), `${where} has to be an object.`);
    const audio = { ...config.audio, input: { ...config.audio.input, keyterms: 'Sonorant' } };
    assert.equal(configProblem({ ...config, audio }), 'audio.input.keyterms has to be a list.');
  });

  it('is taken as a request and as a schema where the fields can show it', () => {
    const request = { url: 'https://example.com', method: 'GET' };
    const key = { type: 'secret', secret_description: null };
    const whole = {
      ...{ ...request, path_params_schema: {}, query_params_schema: null },
      request_body_schema: { type: 'object', properties: { vip: { type: 'boolean', constant_value: true } } },
      request_headers: { plain: 'one', key, guest: { type: 'dynamic_variable', name: 'guest' } },
      authentication: { mode: 'bearer', token: key },
    };
    for (const part of [request, whole]) assert.equal(requestProblem(part), undefined);
    assert.equal(requestProblem({}), 'url is missing.');
    assert.equal(requestProblem({ ...request, query_params_schema: {} }), 'query_params_schema.properties is missing.');
    assert.equal(requestProblem({ ...request, request_headers: { x: 5 } }), 'request_headers.x has to be an object.');
    assert.equal(
      requestProblem({ ...request, authentication: { mode: 'bearer' } }),
      'authentication.token is missing.',
    );
    assert.equal(schemaProblem({ type: 'array', items: { type: 'object', properties: {} } }), undefined);
    assert.equal(schemaProblem(null), 'It has to be an object.');
    assert.equal(schemaProblem({}), 'type is missing.');
  });
});

describe('forms of tools', () => {
  it('keep every parameter and what they do not show', () => {
    const literal = fc.record({
      type: fc.constantFrom('string', 'integer'),
      description: fc.string(),
      later: fc.nat(),
    });
    const names = fc.stringMatching(/^[a-z_][a-z0-9_]{0,9}$/);
    fc.assert(
      fc.property(fc.dictionary(names, literal, { noNullPrototype: true }), (properties) => {
        const required = Object.keys(properties).filter((_, index) => index % 2 === 0);
        assert.deepEqual(parametersOf(rowsOf({ properties, required })), { properties, required });
      }),
      { numRuns: 100 },
    );
  });

  it('change a type with what belongs to it', () => {
    const order = { type: 'string', description: 'Its number', enum: ['17', 'x'] };
    assert.deepEqual(withType(order, 'integer'), { type: 'integer', description: 'Its number', enum: [17, 'x'] });
    const list = withType(order, 'array:number');
    assert.deepEqual(list, { type: 'array', description: 'Its number', items: { type: 'number' } });
    assert.deepEqual(withType(list, 'string'), { type: 'string', description: 'Its number' });
    const nested = withType(order, 'object');
    assert.deepEqual(nested, { type: 'object', description: 'Its number', properties: {}, required: [] });
    assert.deepEqual(withType(nested, 'boolean'), { type: 'boolean', description: 'Its number' });
    assert.deepEqual(
      [literalOf('number', '1.'), literalOf('number', '1.5'), literalOf('boolean', 'true'), literalOf('string', '7')],
      ['1.', 1.5, true, '7'],
    );
  });
});

describe('what one could say', () => {
  const instructions = `A note.\nWhen the user says: opening hours | when are you open\nwhen the user says: {{name}}\nWhen the user says:\n When the user says: bye\nSay: When the user says: never`;
  it('is the first example of each rule, and nothing of a language model', () => {
    const model = { id: 'rules' };
    assert.deepEqual(suggestionsOf({ model, instructions }), ['opening hours', 'bye']);
    assert.deepEqual(suggestionsOf({ model: { id: 'llama' }, instructions }), []);
  });
});
