/** Examples as Python with the package `requests`. */
import { clipBody, clipOf, type Call, type CodeOptions } from './call.ts';
import { isClip, isFrom, type FromAnswer, type Value } from './example.ts';
import { literal, singleQuoted, width, type LiteralStyle } from './literal.ts';
import { voice } from './speech.ts';

function name(variable: string): string {
  return variable.replaceAll(/[A-Z]/g, '_$&').toLowerCase();
}

function reference({ variable, member, after }: FromAnswer): string {
  const keys = [...member.matchAll(/\w+/g)].map(([key]) => (/^\d+$/.test(key) ? `[${key}]` : `['${key}']`));
  const value = name(variable) + keys.join('');
  return after === undefined ? value : `${value}.split(${singleQuoted(after)})[1]`;
}

const style: LiteralStyle = {
  text: singleQuoted,
  member: (key, value) => `${singleQuoted(key)}: ${value}`,
  constant: (value) => (value === null ? 'None' : value ? 'True' : 'False'),
  padding: '',
  indent: '    ',
  comma: ',',
  from: reference,
  unique: ({ unique }) => `f'${unique.replace('*', '{time.time_ns()}')}'`,
};

/** A call on one line where it fits, else with one argument a line. */
function called(name: string, given: readonly string[], before: string): string {
  const line = `${name}(${given.join(', ')})`;
  if (!line.includes('\n') && before.length + line.length <= width) return line;
  return `${name}(\n${given.map((one) => `    ${one.replaceAll('\n', '\n    ')},\n`).join('')})`;
}

/** The address, and the query where there is one. */
function address({ path, example: { params = {}, query } }: Call): string[] {
  const hasReference = Object.values(params).some(isFrom);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => {
    const value = params[parameter]!;
    return isFrom(value) ? `{${reference(value)}}` : encodeURIComponent(value);
  });
  const text = `{base}${filled}`;
  const asked = hasReference ? `f"${text}"` : `f'${text}'`;
  return query === undefined ? [asked] : [asked, `params=${literal({ ...query }, style)}`];
}

/** @param before what stands on its line before it */
function request(call: Call, before: string): string {
  const { method, credential, example } = call;
  const { body, form = {} } = example;
  const fields = Object.entries(form).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const file = Object.entries(form).find(([, value]) => isClip(value));
  const given = [
    ...address(call),
    ...(credential === undefined && !call.isVersioned ? [] : ['headers=headers']),
    ...(body === undefined ? [] : [`json=${literal(body, style)}`]),
    ...(fields.length === 0 ? [] : [`data=${literal(Object.fromEntries(fields), style)}`]),
    ...(file === undefined ? [] : [`files={${singleQuoted(file[0])}: ('clip.wav', clip)}`]),
  ];
  return called(`requests.${method.toLowerCase()}`, given, before);
}

function shown(call: Call): string[] {
  const { output } = call.example;
  if (call.answers === 'error') return ['print(answer.json())'];
  const checked = 'answer.raise_for_status()';
  if (call.answers === 'nothing') return [checked];
  if (call.answers === 'json') return [checked, 'print(answer.json())'];
  return [checked, `with open(${singleQuoted(output!)}, 'wb') as file:`, '    file.write(answer.content)'];
}

function statements(call: Call, isLast: boolean): string[] {
  if (isLast) return [`answer = ${request(call, 'answer = ')}`, ...shown(call)];
  if (call.gives.length === 0) return [request(call, '')];
  const before = `${name(call.gives[0]!.variable)} = `;
  return [`${before}${request(call, `${before}.json()`)}.json()`];
}

function clipRequest(text: string): string[] {
  return ["f'{base}/tts/bytes'", 'headers=headers', `json=${literal(clipBody(text, voice), style)}`];
}

function usesTime(value: Value | undefined): boolean {
  return JSON.stringify(value ?? null).includes('"unique":');
}

export function pythonCode(calls: readonly Call[], { baseUrl, version }: CodeOptions): string {
  const clip = calls.map(({ example }) => clipOf(example)).find((text) => text !== undefined);
  const credential = calls.find((call) => call.credential !== undefined)?.credential;
  const header = [
    'headers = {',
    `    'Authorization': f"Bearer {os.environ['${credential}']}",`,
    `    'Service-Version': '${version}',`,
    '}',
  ];
  return [
    ...(credential === undefined ? [] : ['import os']),
    ...(calls.some(({ example }) => usesTime(example.body)) ? ['import time'] : []),
    'import requests',
    '',
    `base = ${singleQuoted(baseUrl)}`,
    ...(credential === undefined ? [] : header),
    ...(clip === undefined ? [] : [`clip = ${called('requests.post', clipRequest(clip), 'clip = ')}.content`]),
    ...calls.flatMap((call, index) => statements(call, index === calls.length - 1)),
  ].join('\n');
}
