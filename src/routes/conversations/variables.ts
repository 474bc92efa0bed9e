/** Which variables a conversation takes, and what is wrong with those that it is given. */
import type { AgentConfig } from '../../agents/config.ts';
import type { ToolDefinition } from '../../agents/tool-definition.ts';
import { isSecret, variableNames, type Variables, type VariableValue } from '../../conversation/variables.ts';

/** Codes of the interface. */
export type VariableProblemCode =
  'missing_dynamic_variables' | 'invalid_dynamic_variables' | 'dynamic_variables_not_allowed';

/** The conversation cannot begin with these variables. */
export class VariableProblem extends Error {
  readonly code: VariableProblemCode;

  constructor(code: VariableProblemCode, message: string) {
    super(message);
    this.code = code;
  }
}

export interface VariableRules {
  readonly config: AgentConfig;
  readonly tools: readonly ToolDefinition[];
  /** Names that the model fills in itself. */
  readonly slots: ReadonlySet<string>;
}

/**
 * The variables of a conversation: placeholders, and what was given over them.
 * @throws {VariableProblem}
 */
export function conversationVariables(given: Readonly<Record<string, unknown>>, rules: VariableRules): Variables {
  const { dynamic_variable_placeholders: placeholders } = rules.config;
  const needed = neededNames(rules);
  for (const [name, value] of Object.entries(given)) {
    if (!isPlain(value)) throw wrongType(name, 'a text, a number or a boolean');
    const placeholder = Object.hasOwn(placeholders, name) ? placeholders[name] : undefined;
    if (placeholder === undefined && !needed.has(name) && !isSecret(name)) {
      throw new VariableProblem('dynamic_variables_not_allowed', `The agent has no variable "${name}".`);
    }
    if (placeholder !== undefined && typeof placeholder !== typeof value) {
      throw wrongType(name, `a ${typeof placeholder}`);
    }
  }
  const variables = { ...placeholders, ...(given as Variables) };
  const missing = [...needed].filter((name) => !Object.hasOwn(variables, name) && !name.startsWith('system__'));
  if (missing.length > 0) {
    throw new VariableProblem('missing_dynamic_variables', `Variables without a value: ${missing.join(', ')}.`);
  }
  return variables;
}

function wrongType(name: string, expected: string): VariableProblem {
  return new VariableProblem('invalid_dynamic_variables', `The variable "${name}" is ${expected}.`);
}

function isPlain(value: unknown): value is VariableValue {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** Names that the configuration and its tools use. */
function neededNames({ config, tools, slots }: VariableRules): Set<string> {
  const { instructions, initial_message: first, system_tools: system } = config;
  const numbers = system.transfer_to_number?.transfers.map(({ destination }) => destination.phone_number) ?? [];
  const written = [instructions, first ?? '', ...numbers].flatMap(variableNames);
  const used = tools.flatMap((tool) => (tool.type === 'webhook' ? namesIn(tool.api_schema) : []));
  // What a tool assigns is there when it has run.
  const assigned = new Set(
    tools.flatMap((tool) => (tool.type === 'webhook' ? tool.assignments.map((one) => one.dynamic_variable) : [])),
  );
  return new Set([...written, ...used].filter((name) => !slots.has(name) && !assigned.has(name)));
}

/** Names of variables anywhere in the description of a request. */
function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { dynamic_variable: own, type, name } = value as Readonly<Record<string, unknown>>;
  const named = type === 'dynamic_variable' ? name : own;
  return [...(typeof named === 'string' ? [named] : []), ...Object.values(value).flatMap(namesIn)];
}
