/** The process of a server that a test may kill, with limits that no setting has: `TEST_SERVER_LIMITS` is their JSON. */
import type { ServerLimits } from '../../src/server/options.ts';
import { serve } from '../../src/server/main.ts';

await serve(JSON.parse(process.env.TEST_SERVER_LIMITS ?? '{}') as ServerLimits);
