import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { enginesById } from '../engines/registry.ts';
import { defaultModel, enginesOf, modelAliases, modelIds } from './models.ts';

const both = enginesById(['flite', 'espeak']);
const espeak = enginesById(['espeak']);
const notFound = { name: 'ServiceError', code: 'model_not_found', status: 400 };

describe('a model id', () => {
  it('stands for the default family with every hosted name', () => {
    for (const id of [defaultModel, ...modelAliases]) {
      assert.deepEqual(enginesOf(id, both), both, id);
    }
  });
  it('stands for the default family with every retired name', () => {
    const retired = [
      'sonic',
      'sonic-2024-10-19',
      'sonic-2024-12-12',
      'sonic-english',
      'sonic-multilingual',
      'sonic-2',
      'sonic-2-2025-03-07',
      'sonic-turbo',
      'sonic-turbo-2025-03-07',
    ];
    for (const id of retired) assert.deepEqual(enginesOf(id, espeak), espeak, id);
  });
  it('names one engine with the family of that engine', () =>
    assert.deepEqual(enginesOf('flite', enginesById(['espeak', 'flite'])), enginesById(['flite'])));
  it('is unknown when its engine is not loaded', () => {
    assert.throws(() => enginesOf('flite', espeak), notFound);
    assert.deepEqual(modelIds(espeak), ['sonorant-1', 'espeak']);
  });
  it('is refused otherwise, with the allowed ids in the message', () => {
    for (const id of [
      '',
      'sonic-9',
      'sonic-200',
      'sonic-2024',
      'sonic-2024-10-19-x',
      'SONIC-3',
      'toString',
      '__proto__',
    ]) {
      assert.throws(() => enginesOf(id, espeak), { ...notFound, message: /sonorant-1, espeak .*sonic-3\.6/ }, id);
    }
  });
});
