// The health check of the container: whether this server can speak. Prints what does not work.
import { env } from 'node:process';

const port = env.SONORANT_PORT ?? '8080';
try {
  const response = await fetch(`http://127.0.0.1:${port}/readyz/speech`, { signal: AbortSignal.timeout(3_000) });
  if (!response.ok) {
    console.log(await response.text());
    process.exitCode = 1;
  }
} catch (error) {
  console.log(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
