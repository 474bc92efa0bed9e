import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { asServiceError, ServiceError } from './service-error.ts';

describe('asServiceError', () => {
  it('leaves an error for the caller as it is', () => {
    const error = new ServiceError('forbidden', 'No.');
    assert.equal(asServiceError(error), error);
  });

  it('tells anything else as an internal error with a constant text, and keeps it as the cause', () => {
    for (const thrown of [new Error('secret'), 'secret', undefined, { message: 'secret' }]) {
      const error = asServiceError(thrown);
      assert.equal(error.code, 'internal_error');
      assert.equal(error.cause, thrown);
      assert.doesNotMatch(error.message, /secret/);
    }
  });
});
