/** The code blocks of a guide, and what their info strings say of them. docs/decisions/0037 has the grammar. */

/** Run in the folder of the guide, each by its program. */
export const programs = ['bash', 'ts', 'js', 'python', 'php'] as const;
export type ProgramLanguage = (typeof programs)[number];

/** Saved, and checked by the program that reads such a file, or by their syntax. */
export const configurations = ['json', 'yaml', 'nginx', 'haproxy', 'caddyfile', 'promql', 'html', 'rules'] as const;

/** Shown only as the output of the block before. */
export const outputs = ['text', 'json'] as const;

export interface Block {
  readonly language: string;
  readonly code: string;
  /** In the file of the guide. */
  readonly line: number;
  /** The name under which it is kept in the folder of the guide. */
  readonly file?: string;
  /** Kept and not run: a later command runs it. */
  readonly isSaved: boolean;
  /** Keeps running until the guide ends. */
  readonly inBackground: boolean;
  /** The address that answers once a block in the background is ready. */
  readonly ready?: string;
  /** Ends with an error, which is what it shows. */
  readonly fails: boolean;
  /** What the block before printed; with a name, what the block of that file in the background has printed so far. */
  readonly output?: true | string;
  /** Why it cannot be run here. Its syntax is checked. */
  readonly unrunnable?: string;
  /** Programs that it runs and that not every machine has, with commas. */
  readonly needs?: string;
  /** Of a page: the address under which a browser opens it, and what starts its speech. */
  readonly page?: { readonly opens: string; readonly clicks: string };
  /** The recorded conversation of its client, below test/docs/recordings, which is played against the server. */
  readonly replays?: string;
}

const keys = new Set([
  'file',
  'saved',
  'background',
  'ready',
  'fails',
  'output',
  'unrunnable',
  'replays',
  'needs',
  'opens',
  'clicks',
]);

function readOptions(info: string, where: string): Map<string, string> {
  const options = new Map<string, string>();
  for (const [, key, quoted, plain] of info.matchAll(/([a-z]+)(?:=(?:"([^"]*)"|(\S+)))?/g)) {
    if (!keys.has(key!)) throw new Error(`${where}: '${key!}' is no option of a code block`);
    options.set(key!, quoted ?? plain ?? '');
  }
  return options;
}

/**
 * @param text the guide as its file has it
 * @throws {Error} for an option that is none
 */
export function blocksOf(text: string, name: string): readonly Block[] {
  const blocks: Block[] = [];
  for (const match of text.matchAll(/^( *)```([a-z]+)(?: ([^\n]*))?\n(.*?)^\1```$/gms)) {
    const [, indent = '', language = '', info = '', code = ''] = match;
    const line = text.slice(0, match.index).split('\n').length;
    const options = readOptions(info, `${name}.md:${line}`);
    const option = (key: string) => options.get(key);
    const output = option('output');
    blocks.push({
      language,
      line,
      code: indent === '' ? code : code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      isSaved: options.has('saved'),
      inBackground: options.has('background'),
      fails: options.has('fails'),
      ...(option('file') !== undefined && { file: option('file')! }),
      ...(option('ready') !== undefined && { ready: option('ready')! }),
      ...(output !== undefined && { output: output === '' ? true : output }),
      ...(option('unrunnable') !== undefined && { unrunnable: option('unrunnable')! }),
      ...(option('opens') !== undefined && { page: { opens: option('opens')!, clicks: option('clicks') ?? 'button' } }),
      ...(option('needs') !== undefined && { needs: option('needs')! }),
      ...(option('replays') !== undefined && { replays: option('replays')! }),
    });
  }
  return blocks;
}

/** What can be seen of the blocks of a guide without running them; empty when all is well. */
export function problemsOf(blocks: readonly Block[], name: string): readonly string[] {
  return blocks.flatMap((block, index) => {
    const problem = problemOf(block, blocks.slice(0, index), blocks.slice(index + 1));
    return problem === undefined ? [] : [`${name}.md:${block.line}: ${problem}`];
  });
}

function isRun(block: Block | undefined): boolean {
  return block !== undefined && !block.isSaved && programs.some((program) => program === block.language);
}

function problemOfOutput(language: string, output: string | true, before: readonly Block[]): string | undefined {
  if (!outputs.some((known) => known === language)) return `output is ${outputs.join(' or ')}, not ${language}`;
  const last = before.at(-1);
  if (output === true) {
    return isRun(last) && last?.inBackground === false ? undefined : 'the block before is not one that runs and ends';
  }
  const isThere = before.some((other) => other.file === output && other.inBackground);
  return isThere ? undefined : `no block before runs ${output} in the background`;
}

function problemOf(block: Block, before: readonly Block[], after: readonly Block[]): string | undefined {
  const { language, output, file, unrunnable, isSaved } = block;
  const isProgram = programs.some((program) => program === language);
  if (output !== undefined) return problemOfOutput(language, output, before);
  if (!isProgram && !configurations.some((known) => known === language)) {
    return `'${language}' is no language that a test knows`;
  }
  if (unrunnable !== undefined) return unrunnable.length < 10 ? 'it does not say why it cannot be run' : undefined;
  if (language !== 'bash' && file === undefined) return 'it has no file name';
  if (isSaved && !after.some((other) => other.code.includes(file!))) return `nothing after it uses ${file!}`;
  return undefined;
}

/** Ports that a guide names in its head, beside that of the server. */
export function portsOf(text: string): readonly string[] {
  const given = /^ports: ([\d ]+)$/m.exec(text.split('\n---\n')[0]!)?.[1] ?? '';
  return [...new Set(['8080', ...given.split(' ').filter((port) => port !== '')])];
}

export const services = ['postgres', 'redis', 's3'] as const;
export type Service = (typeof services)[number];

/** Services that a guide expects on this machine, at their usual ports. */
export function servicesOf(text: string): readonly Service[] {
  const given = /^services: ([\w ]+)$/m.exec(text.split('\n---\n')[0]!)?.[1]?.split(' ') ?? [];
  return services.filter((service) => given.includes(service));
}

/** Whether the guide starts the server itself; else the test does. */
export function startsServer(blocks: readonly Block[]): boolean {
  return blocks.some(({ inBackground, code }) => inBackground && /\bsonorant serve\b/.test(code));
}
