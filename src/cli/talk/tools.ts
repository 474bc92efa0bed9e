/** Tools of an agent that programs of this machine run. */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { ToolHandler } from '#client';
import { usageError } from '../errors.ts';

/**
 * @param given as `name=command`
 * @throws {CommandError} for what has another form
 */
export function toolsOf(given: readonly string[], signal: AbortSignal): Readonly<Record<string, ToolHandler>> {
  const tools = given.map((one): [string, ToolHandler] => {
    const [, name, command] = /^([A-Za-z][\w-]*)=(.+)$/su.exec(one) ?? [];
    if (name === undefined) throw usageError(`--tool: '${one}' is not of the form name=command`);
    return [name, (parameters) => runTool(command!, parameters, signal)];
  });
  return Object.fromEntries(tools);
}

/** The command in a shell: it reads the parameters as JSON, and what it writes is the result. */
async function runTool(command: string, parameters: object, signal: AbortSignal): Promise<string> {
  const child = spawn(command, { shell: true, stdio: 'pipe', signal });
  const ended = new Promise<number | null>((resolve, reject) => child.once('close', resolve).once('error', reject));
  // It may end without having read.
  child.stdin.on('error', () => undefined).end(JSON.stringify(parameters));
  const [code, result, problem] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  if (code === 0) return result.trim();
  const said = problem.trim().split('\n').at(-1) ?? '';
  throw new Error(said === '' ? `the tool ended with code ${code ?? 'none'}` : said);
}
