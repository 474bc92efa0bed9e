/** What the model of an agent is told of its conversation: in which language, and each thing once and in its place. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rules } from '../language-models/rules/index.ts';
import { clientTool, converse, type TestConversation } from './testing.ts';

const look = { type: 'tool_call', id: 'call_1', name: 'look', arguments: '{"what":"sky"}' } as const;
const lookTool = clientTool();

/** The caller says something, and has probably said all of it. */
function prepared({ caller }: TestConversation, transcript: string): void {
  caller.sound('start', 0);
  caller.decided({ kind: 'start', at: 0, since: 0 });
  caller.sound('end', 0);
  caller.decided({ kind: 'eager_end', at: 0, transcript });
}

describe('the model of an agent', () => {
  it('answers in the language of the agent', async () => {
    const instructions = `When the user says: Tisch
Ask for {{table}} (number): Für wie viele?
Ask for {{sure}} (yes or no): Für {{table}}, richtig?
If no: Dann nicht.
Say: Ein Tisch für {{table}}.`;
    const talk = await converse({
      agent: { model: rules.open(), language: 'de', system: () => instructions },
    });
    for (const text of ['Tisch', 'zwölf', 'ja', 'Tisch', 'drei', 'nein', 'Tisch', 'abbrechen', 'Regen']) {
      talk.conversation.userText(text);
      await talk.pass(3);
    }
    const asked = 'assistant: Für wie viele?';
    assert.deepEqual(
      talk.turns().filter((turn) => turn.startsWith('assistant')),
      [
        ...[asked, 'assistant: Für 12, richtig?', 'assistant: Ein Tisch für 12.'],
        ...[asked, 'assistant: Für 3, richtig?', 'assistant: Dann nicht.'],
        ...[asked, 'assistant: In Ordnung.', 'assistant: Das habe ich leider nicht verstanden.'],
      ],
    );
  });

  it('has a turn once that it was asked about before it was over, also behind a tool', async () => {
    const instructions = 'When the user says: look\nCall: look(what="sky")\nSay: It is {{result}}.';
    for (const model of [undefined, rules.open()]) {
      const talk = await converse({
        agent: { isSpeculative: true, system: () => instructions, ...(model && { model }) },
        model: { script: ({ messages }) => (messages.at(-1)?.role === 'tool' ? ['It is blue.'] : [look]) },
        tools: () => ({ tools: [lookTool] }),
      });
      prepared(talk, 'look');
      await talk.pass(0.2);
      talk.caller.decided({ kind: 'end', at: 0, transcript: 'look' });
      await talk.pass(0.2);
      talk.conversation.clientResult(look.id, 'blue', false);
      await talk.pass(3);
      assert.deepEqual(talk.turns(), ['user: look', 'assistant: It is blue.']);
      const roles = talk.model.requests.map(({ messages }) => messages.map(({ role }) => role));
      if (model === undefined) assert.deepEqual(roles, [['user'], ['user', 'assistant', 'tool']]);
    }
  });
});

describe('the figures of an answer', () => {
  it('count from the end of the turn, also where it was prepared before', async () => {
    const figures: (number | undefined)[][] = [];
    for (const waitMs of [0, 700]) {
      const talk = await converse({
        agent: { isSpeculative: true },
        model: { script: () => [{ waitMs }, 'It is blue.'] },
      });
      prepared(talk, 'look');
      await talk.pass(0.5);
      talk.caller.decided({ kind: 'end', at: 0, transcript: 'look' });
      await talk.pass(2);
      const turn = talk.events.find((event) => event.type === 'turn_ended' && event.role === 'assistant');
      assert.ok(turn?.type === 'turn_ended');
      const { firstTextMs, firstAudioMs, firstSentMs } = turn.figures;
      figures.push([firstTextMs, firstAudioMs, firstSentMs]);
    }
    assert.deepEqual(figures, [
      [0, 0, 0],
      [200, 200, 200],
    ]);
  });
});
