/** The process of a server that a test may kill, with limits that no setting has: `TEST_SERVER_LIMITS` is their JSON. */
import { flushCompileCache } from 'node:module';
import type { ServerLimits } from '../../src/server/options.ts';
import { serve } from '../../src/server/main.ts';

await serve(JSON.parse(process.env.TEST_SERVER_LIMITS ?? '{}') as ServerLimits);
// Else only a server that ends by itself keeps what it compiled, and those that are killed leave each next one to compile it again.
flushCompileCache();
