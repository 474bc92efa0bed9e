import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isChapterHeading } from './plain.ts';
import { readHere } from './testing.ts';

async function titles(lines: readonly string[]): Promise<readonly string[]> {
  const { chapters } = await readHere(Buffer.from(lines.join('\n\n')), { name: 'a.txt' });
  return chapters.map(({ title }) => title);
}

describe('a chapter of a plain text', () => {
  it('begins at a heading, not at a sentence that begins with the same word', async () => {
    const lines = ['Chapter 1', 'He left.', 'Part of me wanted to go too.', 'Book him now!', 'It rained.'];
    assert.deepEqual(await titles([...lines, 'Chapter 2', 'It was late.']), ['Chapter 1', 'Chapter 2']);
  });

  it('has a number in words of the languages whose books have them', async () => {
    assert.deepEqual(await titles(['Глава первая', 'Он ушел.', 'Глава двадцать вторая', 'Было поздно.']), [
      'Глава первая',
      'Глава двадцать вторая',
    ]);
  });

  const headings = [
    'Chapter 3 What Now?',
    'Kapitel 5 Wer bin ich?',
    'Chapitre 2 la rencontre',
    'Глава 2 в которой он едет',
    'CHAPTER I.',
    'Chapter 12: What now?',
    'CHAPTER ONE The Night',
    'Chapter One.',
    'Part One. The Night',
    'Chapter Twenty-One',
    'chapter one',
    'BOOK THE SECOND',
    'Part A: Basics',
    'Part IV – The End',
    'Kapitel 3 Der Sturm',
    'Kapitel einundzwanzig',
    'Chapitre premier',
    'Chapitre dix-septième',
    'Capítulo décimo. La noche',
    'Capítulo três',
    'Capitolo ventesimo',
    'Hoofdstuk één',
    'Rozdział pierwszy',
    'Rozdział dwunasty',
    'Часть вторая. Дом',
    'Глава 1',
    'Глава двенадцатая',
    'Prologue',
    'Epilog.',
    'Preface to the second edition',
    'Introduction: why?',
    'Chapter III, in which they meet',
    '第十二章 夜',
  ];
  const sentences = [
    'Part of me wanted to go',
    'Book him now!',
    'Part I played in it',
    'Book 1 was lost',
    'Part One of the plan was simple.',
    'Book A Room Today!',
    'Part did not fit',
    'Introduction to the matter was made by him.',
    'Prologues are short',
    'Часть людей ушла.',
    'Book him.',
    'Book him. Then we leave.',
    'Chapter 3, in which they meet, ends well.',
  ];
  for (const line of headings) it(`"${line}" is a heading`, () => assert.ok(isChapterHeading(line)));
  for (const line of sentences) it(`"${line}" is none`, () => assert.ok(!isChapterHeading(line)));
});
