import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Registry } from 'prom-client';
import { speechMetrics } from './metrics.ts';
import { speechObserver } from './observer.ts';

it('the metrics show time to first audio by transport and engine, real-time factor, word times, underruns', async () => {
  const registry = new Registry();
  const metrics = speechMetrics(registry);
  metrics.timeToFirstAudio.observe({ transport: 'websocket', engine: 'flite' }, 0.012);
  metrics.realTimeFactor.observe({ engine: 'flite' }, 0.02);
  metrics.spokenSegments.inc({ engine: 'flite', word_times: 'exact' });
  metrics.underruns.inc({ transport: 'sse' });
  const body = await registry.metrics();
  for (const line of [
    'sonorant_time_to_first_audio_seconds_bucket{le="0.025",transport="websocket",engine="flite"} 1',
    'sonorant_real_time_factor_count{engine="flite"} 1',
    'sonorant_spoken_segments_total{engine="flite",word_times="exact"} 1',
    'sonorant_underruns_total{transport="sse"} 1',
  ]) {
    assert.ok(body.includes(line), line);
  }
});

it('sounds that an engine leaves out are counted each time, told in the log once, and told apart up to a bound', async () => {
  const registry = new Registry();
  const metrics = speechMetrics(registry);
  const logged: unknown[] = [];
  const log = { debug: () => undefined, warn: (fields: unknown) => logged.push(fields) };
  const observer = speechObserver(metrics, 'bytes', log);
  observer.leftOut('neural:a', ['1', 'ǃ', '1']);
  observer.leftOut('neural:a', ['1']);
  observer.leftOut('neural:b', ['1']);
  assert.deepEqual(logged, [
    { engine: 'neural:a', sounds: ['1', 'ǃ'] },
    { engine: 'neural:b', sounds: ['1'] },
  ]);
  assert.match(await registry.metrics(), /^sonorant_left_out_sounds_total\{engine="neural:a",sound="1"\} 3$/mu);
  observer.leftOut(
    'neural:c',
    Array.from({ length: 1500 }, (_, index) => String.fromCodePoint(0x4e00 + index)),
  );
  assert.equal((await registry.metrics()).match(/^sonorant_left_out_sounds_total\{/gmu)!.length, 1001);
});
