import assert from 'node:assert/strict';
import { it } from 'node:test';
import { FailedSignIns } from './failed-sign-ins.ts';

const source = { address: '192.0.2.1', addressGroup: '192.0.2.1' };
/** Attempts an account has at first, and how long it then waits for one more, ms. */
const [burst, tokenMs] = [3, 1500];

it('an account that has failed too often is looked at once a minute, not twice', { timeout: 20_000 }, async () => {
  const failed = new FailedSignIns({
    sessions: { knowsAddress: () => Promise.resolve(false) },
    addresses: { countFailure: () => Promise.resolve(), retryAfter: () => 0 },
    limit: { burst, perMinute: 60_000 / tokenMs },
  });
  let looks = 0;
  const attempt = async (): Promise<void> => {
    await failed
      .attempt(source, 'ada@example.org', () => {
        looks++;
        return Promise.resolve(undefined);
      })
      .catch(() => undefined);
  };
  const begunAt = performance.now();
  while (performance.now() - begunAt < 3.5 * tokenMs) {
    await attempt();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const waits = Math.floor((performance.now() - begunAt) / tokenMs);
  assert.ok(looks <= burst + 1 + waits, `${looks} looks`);
});
