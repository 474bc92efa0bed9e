import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { languageNames, languages } from '../voices/languages.ts';
import { sentencesOf, withoutSentences } from './sentences.ts';

describe('the own sentences of an agent', () => {
  it('are there in every language but those that the rules name, which have the English ones', async () => {
    const rules = await readFile(new URL('../../docs/rules.md#own-sentences', import.meta.url), 'utf8');
    const [, named = ''] = /in English for ([^:.]+?), which/u.exec(rules.replaceAll(/\s+/gu, ' ')) ?? [];
    const names = named.split(/, | and /u).sort();
    assert.deepEqual(withoutSentences.map((language) => languageNames[language]).sort(), names);
    for (const language of withoutSentences) assert.equal(sentencesOf(language), sentencesOf('en'));
  });

  it('differ from each other, and by language', () => {
    const own = languages.filter((language) => !withoutSentences.includes(language)).map(sentencesOf);
    const texts = own.flatMap(({ failed, stillThere, oneMoment }) => [failed, stillThere, oneMoment]);
    assert.equal(new Set(texts).size, texts.length);
    assert.ok(texts.every((text) => text === text.trim() && text !== ''));
  });
});
