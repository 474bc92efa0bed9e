/** What the model of an agent is told of its conversation: in which language, and each thing once and in its place. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rules } from '../language-models/rules/index.ts';
import { converse } from './testing.ts';

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
});
