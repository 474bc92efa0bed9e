/** The configuration of an agent: its rules, its defaults, and how a change is merged into it. Pure functions. */
import { z } from 'zod';
import { parseWith } from '../errors/validation.ts';
import { languages, type Language } from '../voices/languages.ts';
import {
  allOf,
  areDistinct,
  fewMembers,
  phoneNumber,
  preToolSpeech,
  timezone,
  variableProblem,
  type Finding,
} from './fields.ts';

const objectId = z.string().min(1).max(256);

const audioInput = z.object({
  keyterms: z.array(z.string()).max(10_000).describe('Words that speech recognition should expect.'),
  noise_suppression: z
    .enum(['off', 'auto', 'max'])
    .describe('Of what speech recognition hears: never, where the line is noisy, or always.'),
});

const volume = z.number().min(0).max(2);
const backgroundSound = z.object({
  file_id: objectId.describe('A file with the purpose `agent_background_sound`.'),
  volume,
});

const audioOutput = z.object({
  background_sound: backgroundSound.extend({ volume: volume.default(1) }).nullable(),
  emotion: z.string().min(1).max(256).nullable(),
  pronunciation_dictionary_id: objectId.nullable(),
  speed: z.number().min(0.6).max(1.5).nullable(),
  voice_id: objectId,
  volume: z.number().min(0.5).max(2).nullable(),
});

const maxPlaceholders = 64;
const maxPlaceholderBytes = 16 * 1024;

const placeholders = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
  .superRefine(allOf(placeholderFindings))
  .describe('Values of variables that are not given: at most 64, 16 KiB as JSON. Names have letters, digits and `_`.');

function placeholderFindings(values: Readonly<Record<string, unknown>>): Finding[] {
  const names = Object.keys(values);
  const problems = new Set(names.map(variableProblem).filter((problem) => problem !== undefined));
  if (names.length > maxPlaceholders) problems.add(`Too many: at most ${maxPlaceholders} variables`);
  if (Buffer.byteLength(JSON.stringify(values)) > maxPlaceholderBytes) {
    problems.add(`Too large: at most ${maxPlaceholderBytes} bytes of JSON`);
  }
  return [...problems].map((problem) => [[], problem]);
}

const systemTool = z.object({ description: z.string().min(1).max(2000).nullable(), pre_tool_speech: preToolSpeech });

const transfer = z.object({
  condition: z.string().min(1).max(1000),
  destination: z.object({ type: z.literal('phone'), phone_number: phoneNumber }),
});

const transfers = z
  .array(transfer)
  .min(1)
  .max(16)
  .refine(areDistinct, { error: 'Expected distinct transfers: one comes twice' });
const transferTool = systemTool.extend({ transfers });

/** What a tool that is switched on without saying so has. */
const toolDefaults = {
  description: systemTool.shape.description.default(null),
  pre_tool_speech: preToolSpeech.default('auto'),
};

const model = z.object({
  id: objectId.describe('A model of `GET /v1/agents/models`.'),
  max_output_tokens: z.int().min(1).max(4096).nullable(),
  temperature: z.number().min(0).max(1).nullable(),
});

const turn = z.strictObject({
  inactivity_end_call_secs: z.int().min(20).max(240).describe('Seconds of silence after which the call ends.'),
  inactivity_check_in_secs: z
    .int()
    .min(5)
    .max(60)
    .nullable()
    .describe('Seconds of silence after which the agent asks whether the caller is still there; less than the above.'),
});

const patience = z.int().min(50).max(11_200).nullable();
const turnTaking = z
  .strictObject({
    min_ms: patience.describe(
      'Milliseconds of silence that end a turn of the caller whose text looks neither finished nor unfinished.',
    ),
    finished_ms: patience.describe('The same where the text looks finished; at most `min_ms`.'),
    max_ms: patience.describe('The same where the text looks unfinished; at least `min_ms`.'),
  })
  .describe('Our addition: how long the agent waits before it answers. What is null is as the server has it.');

const tools = z
  .array(z.object({ id: objectId }))
  .max(32)
  .refine((list) => areDistinct(list.map(({ id }) => id)), { error: 'Expected distinct tools: one comes twice' });

/** Members that stand for themselves: a change gives them whole. */
const plainFields = {
  dynamic_variable_placeholders: placeholders,
  initial_message: z.string().nullable().describe('What the agent says first; null when it waits for the caller.'),
  instructions: z.string(),
  speculative_generation: z.boolean(),
  timezone,
  tools,
};

const language = z.object({ primary: z.enum(languages) });

/** Every member is there; what is switched off is null. */
export const agentConfigSchema = z
  .object({
    audio: z.object({ input: audioInput, output: audioOutput }),
    ...plainFields,
    language,
    model,
    system_tools: z.object({
      end_call: systemTool.extend(toolDefaults).nullable(),
      send_dtmf: systemTool.extend(toolDefaults).nullable(),
      transfer_to_number: transferTool.extend(toolDefaults).nullable(),
    }),
    turn,
    turn_taking: turnTaking.nullable(),
  })
  .meta({ id: 'AgentConfig', description: 'The complete configuration of an agent.' });
/** See {@link agentConfigSchema}. */
export type AgentConfig = z.output<typeof agentConfigSchema>;

/** A change: members that are left out stay as they are, or take their default where there is nothing yet. */
export const agentConfigPatchSchema = z
  .object({
    audio: z
      .object({
        input: audioInput.partial(),
        output: audioOutput
          .extend({ background_sound: backgroundSound.partial({ volume: true }).nullable() })
          .partial(),
      })
      .partial(),
    ...plainFields,
    dynamic_variable_placeholders: fewMembers(placeholders),
    language: language.partial(),
    model: model.partial(),
    system_tools: z
      .object({
        end_call: systemTool.partial().nullable(),
        send_dtmf: systemTool.partial().nullable(),
        transfer_to_number: transferTool.partial().nullable(),
      })
      .partial()
      .describe('A tool that is left out stays as it is, null switches it off.'),
    turn: turn.partial(),
    turn_taking: turnTaking.partial().nullable(),
  })
  .partial()
  .meta({
    id: 'AgentConfigPatch',
    description:
      'Part of a configuration. Objects are merged member by member; arrays and `dynamic_variable_placeholders` are replaced whole.',
  });
export type AgentConfigPatch = z.output<typeof agentConfigPatchSchema>;

/** What depends on the server and cannot be left open. */
export interface ConfigDefaults {
  readonly voiceId: string;
  readonly modelId: string;
  /** `en` when absent. */
  readonly language?: Language | undefined;
}

/** The configuration of an agent that was created without one. */
export function defaultConfig({ voiceId, modelId, language = 'en' }: ConfigDefaults): AgentConfig {
  return {
    audio: {
      input: { keyterms: [], noise_suppression: 'auto' },
      output: {
        background_sound: null,
        emotion: null,
        pronunciation_dictionary_id: null,
        speed: null,
        voice_id: voiceId,
        volume: null,
      },
    },
    dynamic_variable_placeholders: {},
    initial_message: null,
    instructions: '',
    speculative_generation: false,
    timezone: 'UTC',
    tools: [],
    language: { primary: language },
    model: { id: modelId, max_output_tokens: null, temperature: null },
    system_tools: { end_call: null, send_dtmf: null, transfer_to_number: null },
    turn: { inactivity_end_call_secs: 240, inactivity_check_in_secs: 8 },
    turn_taking: null,
  };
}

/** With all its members: what is left out would be kept, not taken away, by a change that is this configuration. */
function wholePatience(given: AgentConfigPatch['turn_taking']): AgentConfig['turn_taking'] {
  const { min_ms = null, finished_ms = null, max_ms = null } = given ?? {};
  return (given ?? null) === null ? null : { min_ms, finished_ms, max_ms };
}

/** A configuration as it is stored: JSON that may be older than `turn_taking`, or name only some of its members. */
export function storedConfig(json: string): AgentConfig {
  const config = JSON.parse(json) as Omit<AgentConfig, 'turn_taking'> & Pick<AgentConfigPatch, 'turn_taking'>;
  return { ...config, turn_taking: wholePatience(config.turn_taking) };
}

function turnFindings({
  turn: { inactivity_check_in_secs: checkIn, inactivity_end_call_secs: end },
}: AgentConfig): Finding[] {
  return checkIn === null || checkIn < end
    ? []
    : [[['turn', 'inactivity_check_in_secs'], `Expected less than inactivity_end_call_secs, which is ${end}`]];
}

function turnTakingFindings({ turn_taking: given }: AgentConfig): Finding[] {
  const { min_ms: min, finished_ms: finished, max_ms: max } = given ?? {};
  const rising = [
    ['finished_ms', finished],
    ['min_ms', min],
    ['max_ms', max],
  ] as const;
  const known = rising.flatMap(([name, ms]) => (typeof ms === 'number' ? [{ name, ms }] : []));
  const broken = known.findIndex(({ ms }, index) => index > 0 && ms < known[index - 1]!.ms);
  if (broken === -1) return [];
  const before = known[broken - 1]!;
  return [[['turn_taking', known[broken]!.name], `Expected at least ${before.name}, which is ${before.ms}`]];
}

const wholeSchema = z.object({
  config: agentConfigSchema.superRefine(allOf((config) => [...turnFindings(config), ...turnTakingFindings(config)])),
});

/**
 * The configuration after a change. Objects are merged member by member; arrays and the placeholders are replaced whole; a
 * null system tool is off, one that was off and is given takes its defaults. A complete configuration as the change gives
 * exactly that configuration, which is how an older version is restored.
 * @throws {ServiceError} `invalid_request` when the two together are no complete, consistent configuration
 */
export function mergeConfig(current: AgentConfig, patch: AgentConfigPatch): AgentConfig {
  const merged = merge(current, patch) as AgentConfig;
  const config = {
    ...merged,
    dynamic_variable_placeholders: patch.dynamic_variable_placeholders ?? current.dynamic_variable_placeholders,
    turn_taking: wholePatience(merged.turn_taking),
  };
  return parseWith(wholeSchema, { config }).config;
}

type Members = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function merge(current: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const base = isObject(current) ? current : {};
  const given = Object.entries(patch).filter(([, value]) => value !== undefined);
  return { ...base, ...Object.fromEntries(given.map(([name, value]) => [name, merge(base[name], value)])) };
}
