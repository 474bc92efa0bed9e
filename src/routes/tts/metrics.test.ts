import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Registry } from 'prom-client';
import { speechMetrics } from './metrics.ts';

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
