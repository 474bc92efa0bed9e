/** Entry of a child process for tests: it gives back what it is given, or ends as it is told to. */
import { serve } from './child.ts';
import type { ProcessTypes } from './protocol.ts';

/** Words that are given back one by one. These do something else: `fail`, `die` (with last words), `fault`, `hang`, and
 * `listen`, which does the same with each input. */
export interface EchoProcess extends ProcessTypes {
  /** Why it is not to load, or how many phrases run at once; undefined: one. */
  readonly config: string | number | undefined;
  readonly info: { readonly pid: number };
  readonly request: readonly string[];
  /** Given back like the words of the request; the task ends with its input. */
  readonly input: string;
  readonly part: Uint8Array;
  /** Put in front of what is given back. */
  readonly attachment: Uint8Array;
}

serve<EchoProcess>((config) => {
  if (typeof config === 'string') return Promise.reject(new Error(config));
  const concurrency = config ?? 1;
  return Promise.resolve({
    info: { pid: process.pid },
    concurrency,
    async run({ request, attachment, next, give }) {
      const echo = async (word: string): Promise<void> => {
        if (word === 'fail') throw new Error('this word cannot be echoed');
        if (word === 'die') {
          process.stderr.write('echo.cc:12 the echo is gone\n    at nothing\n');
          process.kill(process.pid, 'SIGKILL');
        }
        if (word === 'fault') process.stderr.write('echo.cc:12 FAULT in the echo\n');
        if (['die', 'fault', 'hang'].includes(word)) await new Promise(() => undefined);
        give(Buffer.concat([attachment ?? new Uint8Array(), Buffer.from(word)]));
      };
      for (const word of request) {
        if (word !== 'listen') await echo(word);
        else for (let input = await next(); input !== undefined; input = await next()) await echo(input);
      }
    },
  });
});
