/** Examples as TypeScript with the client of this server. */
import { clipOf, type Call, type CodeOptions } from './call.ts';
import { isClip, type FromAnswer, type Value } from './example.ts';
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
  from: reference,
  unique: ({ unique }) => `\`${unique.replace('*', '${Date.now()}')}\``,
};

/** A literal that is written as it stands. */
function code(text: string): Value {
  return { from: '', variable: text, member: '' };
}

/** {@link style} that also writes {@link code}. */
const callStyle: LiteralStyle = { ...style, from: (value) => (value.from === '' ? value.variable : reference(value)) };

function request({ method, path, example: { params, query, body, form } }: Call): string {
  const files = Object.entries(form ?? {}).map(([name, value]): [string, Value] => [
    name,
    isClip(value) ? code("new File([clip], 'clip.wav')") : value,
  ]);
  const options: Record<string, Value> = {
    ...(params !== undefined && { path: params }),
    ...(query !== undefined && { query: numbers(query) }),
    ...(body !== undefined && { body }),
    ...(files.length > 0 && { form: Object.fromEntries(files) }),
  };
  const given = Object.keys(options).length === 0 ? '' : `, ${literal(options, callStyle)}`;
  return `sonorant.${method.toLowerCase()}(${singleQuoted(path)}${given})`;
}

/** The client's types know which members of a query are numbers. */
function numbers(query: Readonly<Record<string, string>>): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, /^\d+$/.test(value) ? Number(value) : value]),
  );
}

function statement(call: Call, isLast: boolean): string {
  const asked = request(call);
  if (!isLast) {
    return call.gives.length === 0 ? `await ${asked};` : `const ${call.gives[0]!.variable} = await ${asked};`;
  }
  switch (call.answers) {
    case 'bytes':
      return [
        `const answer = await ${asked};`,
        `await writeFile(${singleQuoted(call.example.output!)}, new Uint8Array(await answer.arrayBuffer()));`,
      ].join('\n');
    case 'nothing':
      return `await ${asked};`;
    case 'error':
      return `await ${asked}.catch((error: Error) => console.log(error.message));`;
    default:
      return `console.log(await ${asked});`;
  }
}

export function typeScriptCode(calls: readonly Call[], { baseUrl }: CodeOptions): string {
  const last = calls.at(-1)!;
  const clip = calls.map(({ example }) => clipOf(example)).find((text) => text !== undefined);
  const credential = calls.find((call) => call.credential !== undefined)?.credential;
  const options = [
    `baseUrl: ${singleQuoted(baseUrl)}`,
    ...(credential === undefined ? [] : [`apiKey: process.env.${credential}`]),
  ];
  return [
    ...(last.answers === 'bytes' ? ["import { writeFile } from 'node:fs/promises';"] : []),
    "import { Sonorant } from '@sonorant/client';",
    '',
    `const sonorant = new Sonorant({ ${options.join(', ')} });`,
    ...(clip === undefined
      ? []
      : [`const clip = await sonorant.speak(${literal({ text: clip, format: 'wav' }, style)}).blob();`]),
    ...calls.map((call, index) => statement(call, index === calls.length - 1)),
  ].join('\n');
}
