/** `sonorant talk`: a conversation with an agent of a running server, typed here, written and spoken there. */
import { clearLine, cursorTo } from 'node:readline';
import type { Command } from 'commander';
import { WebSocket } from 'ws';
import {
  ConnectionError,
  conversationFormats,
  Sonorant,
  SonorantError,
  type Conversation,
  type ConversationEnd,
  type ConversationVariables,
  type Schemas,
} from '#client';
import { withinTime } from '../../timing/deadline.ts';
import { CommandError, describeError, rootCause, usageError } from '../errors.ts';
import { playerOf } from '../speech/player.ts';
import { toolsOf } from '../talk/tools.ts';
import { Typing } from '../talk/typing.ts';
import { jsonView, textView, type Screen, type View } from '../talk/view.ts';
import { Voice } from '../talk/voice.ts';
import { untilSignal } from '../until-signal.ts';
import { serverAddress } from './status.ts';

type Agent = Schemas['Agent'];

interface TalkCommandOptions {
  readonly server?: string;
  readonly variable: readonly string[];
  readonly tool: readonly string[];
  readonly answerTimeout: string;
  readonly sound: boolean;
  readonly json?: true;
}

const help = `
The server is that of --server, else of SONORANT_URL, else the one on this machine; the key is that in SONORANT_API_KEY.
What the agent says is written to standard output, a line for each turn, and spoken where a program plays sound (pw-cat, paplay,
aplay, play or ffplay). At a terminal a line that is typed while the agent speaks interrupts it. From a pipe each line is said when
the answer to the one before it has ended, and the conversation ends behind the last answer.
--tool runs a client tool of the agent by a command: it reads the parameters as JSON, and what it writes is the result.

The exit code is 0 when the agent or the end of the input ended the conversation, 1 when something else did, or lines were left
that the agent did not wait for.

Examples:
  sonorant talk Reception
  sonorant talk agent_4fKqT2sWm8xRjZ1cV9sBnL --server https://speech.example.com
  printf 'When are you open?\\nGoodbye\\n' | sonorant talk Reception --json
  sonorant talk Orders --tool 'find_order=echo "{\\"state\\":\\"on its way\\"}"' --variable business=Ours`;

const defaultAnswerSeconds = 30;

export function addTalk(program: Command): void {
  const collect = (value: string, before: readonly string[]): readonly string[] => [...before, value];
  program
    .command('talk')
    .description('Talk to an agent of a running server.')
    .argument('<agent>', 'its id or its name')
    .option('--server <url>', 'the address of the server')
    .option('--variable <name=value>', 'a variable of the agent; may be repeated', collect, [])
    .option('--tool <name=command>', 'runs a tool of the agent by a command; may be repeated', collect, [])
    .option('--no-sound', 'only write what the agent says')
    .option('--answer-timeout <seconds>', 'pass over a line that is not answered', `${defaultAnswerSeconds}`)
    .option('--json', 'one event as JSON in each line; without sound')
    .addHelpText('after', help)
    .action(talk);
}

async function talk(wanted: string, options: TalkCommandOptions): Promise<void> {
  const server = serverAddress(options.server);
  const apiKey = process.env.SONORANT_API_KEY?.trim() ?? '';
  if (apiKey === '') throw usageError('talk needs a key of the server in SONORANT_API_KEY: "sonorant keys create"');
  const answerMs = 1000 * secondsOf(options.answerTimeout);
  const sonorant = new Sonorant({ baseUrl: server, apiKey, retries: 0, WebSocket });
  await untilSignal(async (signal) => {
    const tools = toolsOf(options.tool, signal);
    try {
      const agent = await agentOf(sonorant, wanted, signal);
      const variables = variablesOf(options.variable, agent);
      const conversation = await sonorant.talk(agent.id, { variables, tools, signal });
      await converse(conversation, { agent, options, answerMs, signal, tools: Object.keys(tools) });
    } catch (error) {
      signal.throwIfAborted();
      throw problemOf(server, error);
    }
  });
}

function secondsOf(given: string): number {
  const seconds = given.trim() === '' ? NaN : Number(given);
  if (seconds > 0 && seconds <= 3600) return seconds;
  throw usageError(`--answer-timeout: '${given}' is not a number of seconds from 0 to 3600`);
}

/** @throws {CommandError} where none has the name, or several have it */
async function agentOf(sonorant: Sonorant, wanted: string, signal: AbortSignal): Promise<Agent> {
  const byId = (id: string): Promise<Agent> =>
    sonorant.get('/v1/agents/{agent_id}', { path: { agent_id: id }, signal });
  if (/^agent_\w+$/u.test(wanted)) return byId(wanted);
  const found = [];
  for await (const agent of sonorant.pages('/v1/agents', { query: { q: wanted, limit: 100 }, signal })) {
    if (agent.name.toLowerCase() === wanted.trim().toLowerCase()) found.push(agent.id);
  }
  const [first, ...others] = found;
  if (first === undefined) throw new CommandError(`no agent has the name '${wanted}'`);
  if (others.length > 0) throw new CommandError(`several agents have the name '${wanted}': ${found.join(', ')}`);
  return byId(first);
}

/** Values have the type of what the agent has in their place. */
function variablesOf(given: readonly string[], { config }: Agent): ConversationVariables {
  const { dynamic_variable_placeholders: placeholders } = config;
  return Object.fromEntries(
    given.map((one): [string, string | number | boolean] => {
      const [, name, value] = /^(\w+)=(.*)$/su.exec(one) ?? [];
      if (name === undefined || value === undefined) {
        throw usageError(`--variable: '${one}' is not of the form name=value`);
      }
      const type = Object.hasOwn(placeholders, name) ? typeof placeholders[name] : 'string';
      if (type === 'number' && value.trim() !== '' && !Number.isNaN(Number(value))) return [name, Number(value)];
      if (type === 'boolean' && /^(?:true|false)$/u.test(value)) return [name, value === 'true'];
      if (type === 'string') return [name, value];
      throw usageError(`--variable: ${name} is a ${type}, and '${value}' is none`);
    }),
  );
}

interface Talk {
  readonly agent: Agent;
  readonly options: TalkCommandOptions;
  readonly answerMs: number;
  /** Names of those that are run here. */
  readonly tools: readonly string[];
  readonly signal: AbortSignal;
}

async function converse(conversation: Conversation, { agent, options, answerMs, tools, signal }: Talk): Promise<void> {
  const isTerminal = process.stdin.isTTY && options.json !== true;
  const screen = screenOf(isTerminal && process.stdout.isTTY);
  const view: View = options.json === true ? jsonView((line) => console.log(line)) : textView(screen);
  const voice = options.sound && options.json !== true ? await voiceOf(conversation, view) : undefined;
  const silence = (): void => voice?.clear();
  signal.addEventListener('abort', silence);
  // Nothing reads what is said any more.
  const leave = (): void => conversation.close();
  process.stdout.once('error', leave);
  view.ready(conversation, agent.name);
  const typing = new Typing(conversation, {
    ...{ input: process.stdin, isTerminal, answerMs },
    waitsForAgent: agent.config.initial_message !== null,
    onEnd: () => conversation.close(),
  });
  try {
    for await (const event of conversation) {
      voice?.event(event);
      view.event(event);
      if (event.type === 'tool_call' && !tools.includes(event.call.name)) {
        event.call.fail('Nothing runs this tool here.');
      }
      typing.event(event);
    }
    await voice?.end();
  } finally {
    typing.stop();
    silence();
    signal.removeEventListener('abort', silence);
    process.stdout.off('error', leave);
    conversation.close();
    // What the kernel still has to send is lost where the process exits before, and so is what the server has to read.
    await withinTime(conversation.disconnected, goodbyeMs, () => undefined);
  }
  judge(await conversation.closed, typing.unsaid);
}

/** @throws {CommandError} where it did not end as it should */
function judge({ reason }: ConversationEnd, unsaid: number): void {
  if (reason === 'agent_hangup' && unsaid > 0) {
    throw new CommandError(`the agent hung up before ${unsaid} ${unsaid === 1 ? 'line was' : 'lines were'} said`);
  }
  if (reason === 'agent_hangup' || reason === 'client_hangup') return;
  throw new CommandError(`the conversation ended: ${reason.replaceAll('_', ' ')}`);
}

/** Undefined where nothing plays sound here. */
async function voiceOf({ format }: Conversation, view: View): Promise<Voice | undefined> {
  const { encoding, sampleRate } = conversationFormats[format];
  const note = (message: string): void => view.note(`without sound: ${message}`);
  if ((await playerOf()) !== undefined) return new Voice({ encoding, sampleRate }, note);
  note('no program that plays it was found (pw-cat, paplay, aplay, play, ffplay)');
  return undefined;
}

/** How long the server may take to answer the goodbye. */
const goodbyeMs = 2000;

const promptText = '> ';

function screenOf(isTerminal: boolean): Screen {
  const write = (text: string): void => void process.stdout.write(text);
  const note = (text: string): void => console.error(`sonorant: ${text}`);
  if (!isTerminal) return { write, note };
  const clearPrompt = (): void => {
    cursorTo(process.stdout, 0);
    clearLine(process.stdout, 0);
  };
  return {
    write,
    clearPrompt,
    note(text) {
      clearPrompt();
      note(text);
    },
    prompt: () => write(promptText),
  };
}

/** Why it was not talked; an error of another kind stays as it is. */
function problemOf(server: string, error: unknown): unknown {
  if (error instanceof SonorantError) {
    return new CommandError(`${server} refuses: ${error.message}`, error.status === 400 ? 2 : 1);
  }
  if (!(error instanceof ConnectionError)) return error;
  return new CommandError(`no server answers at ${server}: ${describeError(rootCause(error))}`);
}
