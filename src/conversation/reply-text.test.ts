/** What was heard of a reply that was cut, to the word. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { converse, wordSeconds } from './testing.ts';

describe('the text of a turn that was cut', () => {
  it('ends with a word, not inside of a tag that has its letters', async () => {
    for (const tag of ['<break time="1s"/>', '<emotion value="sad"/>', '[laughter]']) {
      const talk = await converse({ model: { script: () => [`Wait ${tag} a moment please.`] } });
      await talk.say('go');
      await talk.pass(2.5 * wordSeconds);
      talk.conversation.end('client_hangup');
      assert.deepEqual(talk.turns(), ['user: go', `assistant: Wait ${tag} a…`]);
    }
  });
});
