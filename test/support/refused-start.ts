/** The program of the server in this process, where it does not start. test/process.test.ts shows that the process ends with the code. */
import { mock } from 'node:test';
import { serve } from '../../src/server/main.ts';

/**
 * What the program says, line by line, and the exit code that it leaves. One at a time: the environment is changed for it.
 * @param settings beside them no setting of the environment counts
 */
export async function refusedStart(
  settings: Readonly<Record<string, string>>,
): Promise<{ readonly code: unknown; readonly output: string }> {
  const [environment, listeners, code] = [process.env, process.listeners('SIGHUP'), process.exitCode];
  const log = mock.method(console, 'error', () => undefined);
  const others = Object.entries(environment).filter(([name]) => !name.startsWith('SONORANT_'));
  process.env = { ...Object.fromEntries(others), SONORANT_PORT: '0', ...settings };
  try {
    await serve();
    return {
      code: process.exitCode,
      output: log.mock.calls.map(({ arguments: [line] }) => `${String(line)}\n`).join(''),
    };
  } finally {
    log.mock.restore();
    process.env = environment;
    process.exitCode = code;
    for (const each of process.listeners('SIGHUP')) if (!listeners.includes(each)) process.off('SIGHUP', each);
  }
}
