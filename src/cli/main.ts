/** The command `sonorant`. `bin/sonorant.js` calls {@link run}. */
import { Command, CommanderError } from 'commander';
import { ServiceError } from '../errors/service-error.ts';
import { CommandError, describeError, OutputClosedError } from './errors.ts';
import { packageVersion } from './runtime.ts';

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

type Add = (program: Command) => void;

/** In the order of the help. A command's module is loaded where it is the one that runs, or the help shows all of them. */
const commands: Readonly<Record<string, () => Promise<Add>>> = {
  serve: async () => (await import('./commands/serve.ts')).addServe,
  say: async () => (await import('./commands/say.ts')).addSay,
  book: async () => (await import('./commands/book.ts')).addBook,
  transcribe: async () => (await import('./commands/transcribe.ts')).addTranscribe,
  change: async () => (await import('./commands/change.ts')).addChange,
  infill: async () => (await import('./commands/infill.ts')).addInfill,
  talk: async () => (await import('./commands/talk.ts')).addTalk,
  keys: async () => (await import('./commands/keys.ts')).addKeys,
  members: async () => (await import('./commands/members.ts')).addMembers,
  organizations: async () => (await import('./commands/organizations.ts')).addOrganizations,
  db: async () => (await import('./commands/db.ts')).addDb,
  voices: async () => (await import('./commands/voices.ts')).addVoices,
  clone: async () => (await import('./commands/clone.ts')).addClone,
  models: async () => (await import('./commands/models.ts')).addModels,
  settings: async () => (await import('./commands/serve.ts')).addSettings,
  status: async () => (await import('./commands/status.ts')).addStatus,
  doctor: async () => (await import('./commands/doctor.ts')).addDoctor,
  bench: async () => (await import('./commands/bench.ts')).addBench,
  completion: async () => (await import('./commands/completion.ts')).addCompletion,
};

/** Those that the version needs: none; a command: its own; all others, such as the help and a misspelt name: all. */
async function commandsFor(first: string | undefined): Promise<readonly Add[]> {
  if (first === '-V' || first === '--version') return [];
  const isOne = first !== undefined && first !== 'completion' && Object.hasOwn(commands, first);
  return Promise.all((isOne ? [commands[first]!] : Object.values(commands)).map((load) => load()));
}

async function createProgram(args: readonly string[]): Promise<Command> {
  const program = new Command('sonorant')
    .description('Open, self-hosted speech synthesis.')
    .version(packageVersion(), '-V, --version')
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(oneLine(text)) })
    .addHelpText('after', help);
  // Made after the settings above, which commands inherit.
  for (const add of await commandsFor(args[0])) add(program);
  return program;
}

/**
 * A reader that closes the pipe early, such as `head`, is no fault: files that are being written, and the exit code, are those of the
 * whole work. What writes its product to standard output is told by its own write.
 */
function onOutputError(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') return;
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
  if (!process.stdout.listeners('error').includes(onOutputError)) process.stdout.on('error', onOutputError);
  try {
    await (await createProgram(args)).parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    // Help and the version end the parsing this way too; commander has printed what there is to say.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!(error instanceof OutputClosedError)) console.error(`sonorant: ${describeError(error)}`);
    return exitCodeOf(error);
  }
}
