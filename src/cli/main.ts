/** The command `sonorant`. `bin/sonorant.js` calls {@link run}. */
import { Command, CommanderError } from 'commander';
import { ServiceError } from '../errors/service-error.ts';
import { addBench } from './commands/bench.ts';
import { addBook } from './commands/book.ts';
import { addChange } from './commands/change.ts';
import { addClone } from './commands/clone.ts';
import { addCompletion } from './commands/completion.ts';
import { addDb } from './commands/db.ts';
import { addDoctor } from './commands/doctor.ts';
import { CommandError, describeError } from './errors.ts';
import { addInfill } from './commands/infill.ts';
import { addKeys } from './commands/keys.ts';
import { addMembers } from './commands/members.ts';
import { addModels } from './commands/models.ts';
import { addOrganizations } from './commands/organizations.ts';
import { packageVersion } from './runtime.ts';
import { addSay } from './commands/say.ts';
import { addTranscribe } from './commands/transcribe.ts';
import { addServe, addSettings } from './commands/serve.ts';
import { addStatus } from './commands/status.ts';
import { addTalk } from './commands/talk.ts';
import { addVoices } from './commands/voices.ts';

const help = `
Examples:
  sonorant say "Hello" -o hello.wav     speech without a server
  sonorant book novel.epub -o novel.mp3 a book, with its chapters
  sonorant transcribe talk.mp3          speech to text
  sonorant change a.wav --voice Sadie   a recording in another voice
  sonorant talk Reception               a conversation with an agent of a server
  sonorant serve                        the server, at http://127.0.0.1:8080
  sonorant keys create                  a key for it
  sonorant help say                     more about a command

The exit code is 0 when all went well, 1 when not, 2 when the command line is wrong.`;

/** What the command prints about a wrong command line; one line, like every error. */
function oneLine(text: string): string {
  return `sonorant: ${text
    .trim()
    .replace(/^error: /, '')
    .replaceAll(/\s*\n\s*/g, ' ')}\n`;
}

function createProgram(): Command {
  const program = new Command('sonorant')
    .description('Open, self-hosted speech synthesis.')
    .version(packageVersion(), '-V, --version')
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(oneLine(text)) })
    .addHelpText('after', help);
  // Made after the settings above, which commands inherit.
  const groups = [
    addServe,
    addSay,
    addBook,
    addTranscribe,
    addChange,
    addInfill,
    addTalk,
    addKeys,
    addMembers,
    addOrganizations,
    addDb,
    addVoices,
    addClone,
    addModels,
    addSettings,
    addStatus,
    addDoctor,
    addBench,
    addCompletion,
  ];
  for (const add of groups) add(program);
  return program;
}

/** A reader that closes the pipe early, such as `head`, is no fault. */
function endWithReader(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(0);
  console.error(`sonorant: standard output: ${describeError(error)}`);
  process.exit(1);
}

/** A request that the speech core refuses is a wrong command line. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommandError) return error.exitCode;
  return error instanceof ServiceError && error.status < 500 ? 2 : 1;
}

/**
 * @param args the arguments behind the command's name
 * @returns the exit code: 0, 1 for a failure, 2 for a wrong command line; what went wrong is on standard error
 */
export async function run(args: readonly string[]): Promise<number> {
  if (!process.stdout.listeners('error').includes(endWithReader)) process.stdout.on('error', endWithReader);
  try {
    await createProgram().parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    // Help and the version end the parsing this way too; commander has printed what there is to say.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    console.error(`sonorant: ${describeError(error)}`);
    return exitCodeOf(error);
  }
}
