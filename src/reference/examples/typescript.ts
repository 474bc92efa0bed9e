/** Examples as TypeScript with the client of this server. */
import { clipOf, type Call, type CodeOptions } from './call.ts';
import { fileNameOf, type Example, type FromAnswer, type Value } from './example.ts';
import { literal, singleQuoted, type LiteralStyle } from './literal.ts';

function reference({ variable, member, after }: FromAnswer): string {
  const path = member.replaceAll(/\[(\d+)\]/g, '[$1]!');
  const value = `${variable}${path.startsWith('[') ? '' : '.'}${path}`;
  return after === undefined ? value : `${value}.split(${singleQuoted(after)})[1]!`;
}

const style: LiteralStyle = {
  text: singleQuoted,
  member: (name, value) =>
    name === value ? name : `${/^[A-Za-z_]\w*$/.test(name) ? name : singleQuoted(name)}: ${value}`,
  constant: String,
  padding: ' ',
  indent: '  ',
  comma: ',',
  from: reference,
  unique: ({ unique }) => `\`${unique.replace('*', '${Date.now()}')}\``,
};

/** A literal that is written as it stands. */
function code(text: string): Value {
  return { from: '', variable: text, member: '' };
}

/** {@link style} that also writes {@link code}. */
const callStyle: LiteralStyle = { ...style, from: (value) => (value.from === '' ? value.variable : reference(value)) };

/** @param before what stands on its line before it */
function request({ method, path, example: { params, query, body, form } }: Call, before: string): string {
  const files = Object.entries(form ?? {}).map(([name, value]): [string, Value] => [
    name,
    typeof value === 'string' ? value : code(`new File([clip], '${fileNameOf(value)}')`),
  ]);
  const options: Record<string, Value> = {
    ...(params !== undefined && { path: params }),
    ...(query !== undefined && { query: numbers(query) }),
    ...(body !== undefined && { body }),
    ...(files.length > 0 && { form: Object.fromEntries(files) }),
  };
  const called = `sonorant.${method.toLowerCase()}(${singleQuoted(path)}`;
  if (Object.keys(options).length === 0) return `${called})`;
  return `${called}, ${literal(options, callStyle, '', before.length + called.length + 4)})`;
}

/** The client's types know which members of a query are numbers. */
function numbers(query: NonNullable<Example['query']>): Record<string, Value> {
  const valueOf = (value: string | FromAnswer): Value =>
    typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, valueOf(value)]));
}

function statement(call: Call, isLast: boolean): string {
  const after = (before: string): string => before + request(call, before);
  const { answers, example, gives } = call;
  if (!isLast) return `${after(gives.length === 0 ? 'await ' : `const ${gives[0]!.variable} = await `)};`;
  switch (answers) {
    case 'bytes':
      return `${after('const answer = await ')};\nawait writeFile(${singleQuoted(example.output!)}, new Uint8Array(await answer.arrayBuffer()));`;
    case 'nothing':
      return `${after('await ')};`;
    case 'error':
      return `${after('await ')}.catch((error: Error) => console.log(error.message));`;
    default:
      return `${after('const answer = await ')};\nconsole.log(answer);`;
  }
}

export function typeScriptCode(calls: readonly Call[], { baseUrl }: CodeOptions): string {
  const last = calls.at(-1)!;
  const clip = calls.map(({ example }) => clipOf(example)).find((text) => text !== undefined);
  const credential = calls.find((call) => call.credential !== undefined)?.credential;
  const options = {
    baseUrl,
    ...(credential !== undefined && { apiKey: code(`process.env.${credential}`) }),
  };
  return [
    ...(last.answers === 'bytes' ? ["import { writeFile } from 'node:fs/promises';"] : []),
    "import { Sonorant } from '@sonorant/client';",
    '',
    `const sonorant = new Sonorant(${literal(options, callStyle, '', 'const sonorant = new Sonorant('.length)});`,
    ...(clip === undefined
      ? []
      : [`const clip = await sonorant.speak(${literal({ text: clip, format: 'wav' }, style)}).blob();`]),
    ...calls.map((call, index) => statement(call, index === calls.length - 1)),
  ].join('\n');
}
