/**
 * As much of a POSIX shell as the commands of the reference use: variables, quotes, pipes, and the programs `curl`, `grep -o`,
 * `head -n 1`, `cut -d -f`, `sed s///`, and `printf` of one text into a file. It runs them in this process; anything else is an error.
 */

export interface CurlRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | FormData | undefined;
  /** File that the answer goes to. */
  readonly output: string | undefined;
}

/** Sends a request and gives the content of its answer. */
export type Send = (request: CurlRequest) => Promise<Buffer>;

type Variables = Record<string, string>;

/** Splits at a character that stands outside of quotes and parentheses. */
function splitOutside(text: string, separator: string): string[] {
  const parts = [''];
  let quote = '';
  let depth = 0;
  for (const [at, character] of Array.from(text).entries()) {
    if (quote === '' && (character === "'" || character === '"')) quote = character;
    else if (character === quote) quote = '';
    if (quote === '' && character === '(') depth++;
    if (quote === '' && character === ')') depth--;
    const isEscaped = text[at - 1] === '\\';
    if (character === separator && quote === '' && depth === 0 && !isEscaped) parts.push('');
    else parts.push(`${parts.pop() ?? ''}${character}`);
  }
  return parts;
}

function expand(text: string, variables: Variables): string {
  return text
    .replaceAll('$(date +%s%N)', () => process.hrtime.bigint().toString())
    .replaceAll(/\$([A-Z_]+)/g, (_, name: string) => {
      const value = variables[name];
      if (value === undefined) throw new Error(`$${name} is not set`);
      return value;
    });
}

/** The words of a simple command. */
function words(command: string, variables: Variables): string[] {
  return splitOutside(command.replaceAll('\\\n', ' ').replaceAll('\n', ' '), ' ')
    .filter((word) => word !== '')
    .map((word) =>
      word.replaceAll(
        /'([^']*)'|"([^"]*)"|\\(.)|([^'"\\]+)/g,
        (_, single?: string, double?: string, escaped?: string, bare?: string) =>
          single ?? escaped ?? expand(double ?? bare ?? '', variables),
      ),
    );
}

function curlRequest(args: readonly string[], files: ReadonlyMap<string, Buffer>): CurlRequest {
  const options = new Map<string, string[]>();
  const addresses: string[] = [];
  const queue = [...args];
  for (let arg = queue.shift(); arg !== undefined; arg = queue.shift()) {
    if (arg === '-sS' || arg === '-sSN') continue;
    if (!arg.startsWith('-')) addresses.push(arg);
    else if (!/^-[XdoHF]$/.test(arg)) throw new Error(`curl ${arg} is not known here`);
    else options.set(arg, [...(options.get(arg) ?? []), queue.shift() ?? '']);
  }
  const pairs = (name: string, separator: string): [string, string][] =>
    (options.get(name) ?? []).map((text) => {
      const at = text.indexOf(separator);
      return [text.slice(0, at), text.slice(at + 1).trim()];
    });
  const fields = pairs('-F', '=');
  const body = options.get('-d')?.[0] ?? (fields.length === 0 ? undefined : formOf(fields, files));
  const [url] = addresses;
  if (url === undefined) throw new Error('curl without an address');
  const method = options.get('-X')?.[0] ?? (body === undefined ? 'GET' : 'POST');
  return { method, url, headers: Object.fromEntries(pairs('-H', ':')), body, output: options.get('-o')?.[0] };
}

function formOf(fields: readonly (readonly [string, string])[], files: ReadonlyMap<string, Buffer>): FormData {
  const form = new FormData();
  for (const [name, text] of fields) {
    const file = text.startsWith('@') ? text.slice(1) : undefined;
    if (file === undefined) form.append(name, text);
    else form.append(name, new File([new Uint8Array(files.get(file)!)], file));
  }
  return form;
}

/** Filters of text, as the programs of a pipe. */
function filter(program: readonly string[], text: string): string {
  const [name, ...args] = program;
  switch (name) {
    case 'grep':
      return [...text.matchAll(new RegExp(args[1]!, 'g'))].map(([match]) => match).join('\n');
    case 'head':
      return text.split('\n')[0]!;
    case 'cut':
      return text.split(args[0]!.slice(2))[Number(args[1]!.slice(2)) - 1] ?? '';
    case 'sed': {
      const [, pattern = '', replacement = ''] = args[0]!.split('/');
      return text.replace(new RegExp(pattern), replacement);
    }
    default:
      throw new Error(`${String(name)} is not known here`);
  }
}

async function pipeline(text: string, variables: Variables, files: Map<string, Buffer>, send: Send): Promise<string> {
  const [first = '', ...filters] = splitOutside(text.replace(/> \/dev\/null$/, ''), '|').map((part) =>
    words(part, variables),
  );
  const [program, ...args] = first;
  if (program === 'printf' && args[1] === '>') {
    files.set(args[2]!, Buffer.from(args[0]!.replaceAll('\\n', '\n')));
    return '';
  }
  if (program !== 'curl') throw new Error(`${String(program)} is not known here`);
  const request = curlRequest(args, files);
  const answer = await send(request);
  if (request.output !== undefined) files.set(request.output, answer);
  return filters.reduce((piped, one) => filter(one, piped), answer.toString('utf8'));
}

/** Runs a script; its files stay in memory. */
export async function runShell(script: string, environment: Readonly<Variables>, send: Send): Promise<void> {
  const variables: Variables = { ...environment };
  const files = new Map<string, Buffer>();
  for (const command of splitOutside(script.replaceAll('\\\n', ' '), '\n')) {
    const [, name, inner] = /^([A-Z_]+)=\$\(([^]*)\)$/.exec(command) ?? [];
    if (name === undefined) await pipeline(command, variables, files, send);
    else variables[name] = await pipeline(inner!, variables, files, send);
  }
}
