/** Examples as commands of a POSIX shell. */
import { clipBody, clipOf, type Call, type CodeOptions } from './call.ts';
import { fileNameOf, isFrom, type FromAnswer, type Value } from './example.ts';
import { literal, type LiteralStyle } from './literal.ts';
import { voice } from './speech.ts';

/** Text that is other at each run. */
const now = '$(date +%s%N)';

function variable(name: string): string {
  return name.replaceAll(/[A-Z]/g, '_$&').toUpperCase();
}

/** One argument of a command: text in single quotes, what the shell puts in between in double ones. */
function quote(parts: readonly (string | { readonly shell: string })[]): string {
  return parts
    .filter((part) => part !== '')
    .map((part) => (typeof part === 'string' ? `'${part.replaceAll("'", `'\\''`)}'` : `"${part.shell}"`))
    .join('');
}

/** Characters that stand for a value of the shell while the JSON is written; no example has them. */
const mark = '\u0001';

function json(body: Value): string {
  const inserted: string[] = [];
  const insert = (shell: string): string => {
    inserted.push(shell);
    return mark;
  };
  const style: LiteralStyle = {
    text: (text) => JSON.stringify(text),
    member: (name, value) => `${JSON.stringify(name)}: ${value}`,
    constant: String,
    padding: '',
    indent: '  ',
    comma: '',
    from: (value) => JSON.stringify(insert(`$${variable(value.variable)}`)),
    unique: ({ unique }) => JSON.stringify(unique.replace('*', insert(now))),
  };
  // JSON.stringify writes the mark as an escape.
  const pieces = literal(body, style, '  ', '  -d '.length).split('\\u0001');
  return quote(
    pieces.flatMap((piece, index) => [piece, ...(inserted[index] === undefined ? [] : [{ shell: inserted[index] }])]),
  );
}

function address({ path, example: { params = {}, query } }: Call, { baseUrl }: CodeOptions): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`the example of ${path} has no ${name}`);
    return isFrom(value) ? `$${variable(value.variable)}` : encodeURIComponent(value);
  });
  const asked = Object.entries(query ?? {}).map(
    ([name, value]) => `${name}=${isFrom(value) ? `$${variable(value.variable)}` : encodeURIComponent(value)}`,
  );
  const search = asked.length === 0 ? '' : `?${asked.join('&')}`;
  const text = baseUrl + filled + search;
  return /^[\w:/.~-]+$/.test(text) ? text : `"${text}"`;
}

function request(call: Call, options: CodeOptions): string[] {
  const { method, credential, isVersioned, example, answers } = call;
  const { body, form = {} } = example;
  const hasContent = body !== undefined || Object.keys(form).length > 0;
  const isPlain = method === 'GET' || (method === 'POST' && hasContent);
  return [
    `curl -sS${answers === 'events' ? 'N' : ''}${isPlain ? '' : ` -X ${method}`} ${address(call, options)}`,
    ...(credential === undefined ? [] : [`-H "Authorization: Bearer $${credential}"`]),
    ...(isVersioned ? [`-H 'Service-Version: ${options.version}'`] : []),
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${json(body)}`]),
    ...Object.entries(form).map(
      ([name, value]) =>
        `-F ${typeof value === 'string' ? quote([`${name}=${value}`]) : `${name}=@${fileNameOf(value)}`}`,
    ),
    ...(example.output === undefined ? [] : [`-o ${example.output}`]),
  ];
}

/** The first value of a member, cut out of JSON with the tools that every system has. */
function extract({ member, after }: FromAnswer): string {
  const name = /\w+$/.exec(member)![0];
  const cut = after === undefined ? `cut -d'"' -f4` : `sed 's/.*${after}//'`;
  return `grep -o '"${name}":"[^"]*' | head -n 1 | ${cut}`;
}

const join = ' \\\n  ';

function command(call: Call, options: CodeOptions, isLast: boolean): string {
  const lines = request(call, options).join(join);
  if (isLast) return lines;
  const [value, another] = call.gives;
  if (another !== undefined) throw new Error(`two values of ${call.operation} are needed, but a shell takes one`);
  if (value === undefined) return call.answers === 'nothing' ? lines : `${lines} > /dev/null`;
  return `${variable(value.variable)}=$(${lines} | ${extract(value)})`;
}

function clipCommand(text: string, { baseUrl, version }: CodeOptions): string {
  return [
    `curl -sS ${baseUrl}/tts/bytes`,
    `-H "Authorization: Bearer $SONORANT_API_KEY"`,
    `-H 'Service-Version: ${version}'`,
    `-H 'Content-Type: application/json'`,
    `-d ${json(clipBody(text, voice))}`,
    '-o clip.wav',
  ].join(join);
}

export function curlCode(calls: readonly Call[], options: CodeOptions): string {
  const clip = calls.map(({ example }) => clipOf(example)).find((text) => text !== undefined);
  return [
    ...(clip === undefined ? [] : [clipCommand(clip, options)]),
    ...calls.map((call, index) => command(call, options, index === calls.length - 1)),
  ].join('\n');
}
