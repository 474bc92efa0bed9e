/** What a text of JSON has to hold for the fields beside it to show it. Whether the values do is the server's to say. */

/** @returns what is wrong with a value, or undefined. @param path `audio.input`, empty for the whole */
export type JsonCheck = (value: unknown, path?: string) => string | undefined;

function wrong(path: string, value: unknown, what: string): string {
  return value === undefined ? `${path} is missing.` : `${path === '' ? 'It' : path} has to be ${what}.`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function firstOf(problems: readonly (string | undefined)[]): string | undefined {
  return problems.find((problem) => problem !== undefined);
}

const present: JsonCheck = (value, path = '') => (value === undefined ? wrong(path, value, '') : undefined);
const text: JsonCheck = (value, path = '') => (typeof value === 'string' ? undefined : wrong(path, value, 'a text'));

function listOf(check: JsonCheck): JsonCheck {
  return (value, path = '') =>
    Array.isArray(value)
      ? firstOf(value.map((one: unknown, index) => check(one, `${path}[${index}]`)))
      : wrong(path, value, 'a list');
}

function inside(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** An object with members of any name. */
function mapOf(check: JsonCheck): JsonCheck {
  return (value, path = '') =>
    isObject(value)
      ? firstOf(Object.entries(value).map(([name, one]) => check(one, inside(path, name))))
      : wrong(path, value, 'an object');
}

/** An object with these members, and any others. */
function objectOf(members: Readonly<Record<string, JsonCheck>>): JsonCheck {
  return (value, path = '') =>
    isObject(value)
      ? firstOf(Object.entries(members).map(([name, check]) => check(value[name], inside(path, name))))
      : wrong(path, value, 'an object');
}

function orNull(check: JsonCheck): JsonCheck {
  return (value, path) => (value === null ? undefined : check(value, path));
}

function orAbsent(check: JsonCheck): JsonCheck {
  return (value, path) => (value === undefined ? undefined : check(value, path));
}

const systemTool = { description: present, pre_tool_speech: text };

/** A whole configuration: in it, the fields have a member each. */
export const configProblem: JsonCheck = objectOf({
  audio: objectOf({
    input: objectOf({ keyterms: listOf(text), noise_suppression: text }),
    output: objectOf({
      background_sound: orNull(objectOf({ file_id: text, volume: present })),
      emotion: orNull(text),
      pronunciation_dictionary_id: orNull(text),
      speed: present,
      voice_id: text,
      volume: present,
    }),
  }),
  dynamic_variable_placeholders: mapOf(present),
  initial_message: orNull(text),
  instructions: text,
  language: objectOf({ primary: text }),
  model: objectOf({ id: text, max_output_tokens: present, temperature: present }),
  speculative_generation: present,
  system_tools: objectOf({
    end_call: orNull(objectOf(systemTool)),
    send_dtmf: orNull(objectOf(systemTool)),
    transfer_to_number: orNull(
      objectOf({
        ...systemTool,
        transfers: listOf(objectOf({ condition: text, destination: objectOf({ type: text }) })),
      }),
    ),
  }),
  timezone: text,
  tools: listOf(objectOf({ id: text })),
  turn: objectOf({ inactivity_end_call_secs: present, inactivity_check_in_secs: present }),
  turn_taking: orNull(objectOf({ min_ms: present, finished_ms: present, max_ms: present })),
});

/** The schema of a parameter, of which what is nested may be anything. */
export const schemaProblem: JsonCheck = objectOf({
  type: text,
  description: orAbsent(text),
  enum: orAbsent(listOf(present)),
  dynamic_variable: orAbsent(text),
  items: orAbsent(objectOf({ type: orAbsent(text) })),
});

const parameters = objectOf({ properties: mapOf(schemaProblem), required: orAbsent(listOf(text)) });
const secret = objectOf({ type: text, secret_description: orAbsent(orNull(text)), secret_value: orAbsent(text) });
const header: JsonCheck = (value, path) =>
  typeof value === 'string'
    ? undefined
    : isObject(value) && value.type === 'secret'
      ? secret(value, path)
      : objectOf({ type: text, name: text })(value, path);

function authentication(value: unknown, path?: string): string | undefined {
  const mode = isObject(value) ? value.mode : undefined;
  const members =
    mode === 'bearer' ? { token: secret } : mode === 'basic_auth' ? { username: text, password: secret } : {};
  return objectOf({ mode: text, ...members })(value, path);
}

/** The request of a webhook tool. */
export const requestProblem: JsonCheck = objectOf({
  url: text,
  method: text,
  path_params_schema: orAbsent(orNull(mapOf(schemaProblem))),
  query_params_schema: orAbsent(orNull(parameters)),
  request_body_schema: orAbsent(orNull(parameters)),
  request_headers: orAbsent(orNull(mapOf(header))),
  authentication: orAbsent(orNull(authentication)),
});

/** Where a call is transferred to. */
export const destinationProblem: JsonCheck = objectOf({ type: text });
