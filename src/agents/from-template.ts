/** What an agent begins with: the defaults of the server, or a template over them. */
import type { LanguageModelDescriptor } from '../language-models/adapter.ts';
import { languageModelOf } from '../language-models/registry.ts';
import { rulesId } from '../language-models/rules/index.ts';
import type { AgentConfigPatch } from './config.ts';
import type { ToolDefinition } from './tool-definition.ts';
import { agentTemplates, type AgentTemplate } from './templates/index.ts';
import { invalidFields } from './validation-issues.ts';

/** See the head of this file. */
export interface Beginning {
  readonly name: string;
  readonly description: string | null;
  /** Over the defaults, below what the request says. */
  readonly config: AgentConfigPatch;
  readonly modelId: string;
  /** To be made with the agent. */
  readonly tools: readonly ToolDefinition[];
}

export interface BeginningOptions {
  readonly templateId?: string | undefined;
  /** What the request says of the configuration. */
  readonly config: AgentConfigPatch;
  /** At least one; the first is the default. */
  readonly models: readonly LanguageModelDescriptor[];
}

/** @throws {ServiceError} `invalid_request` for a template that is not there, or for which the server has no model */
export function beginningOf({ templateId, config: given, models }: BeginningOptions): Beginning {
  if (templateId === undefined) {
    return { name: 'New agent', description: null, config: {}, modelId: models[0]!.id, tools: [] };
  }
  const template = agentTemplates.find(({ id }) => id === templateId);
  if (template === undefined) {
    throw invalidFields([['template_id', 'No template has this id; GET /agents/templates lists them']]);
  }
  const { name, description, config, tools } = template;
  const modelId = given.model?.id ?? modelFor(template, models);
  // A request that names tools has chosen all of them.
  return { name, description, config, modelId, tools: given.tools === undefined ? tools : [] };
}

function modelFor({ model }: AgentTemplate, models: readonly LanguageModelDescriptor[]): string {
  if (model === 'rules' && languageModelOf(models, rulesId) !== undefined) return rulesId;
  const found = models.find(({ capabilities }) => capabilities.prose);
  if (model === 'rules' || found === undefined) {
    const missing = model === 'rules' ? `the model "${rulesId}"` : 'a language model';
    throw invalidFields([
      ['template_id', `This template needs ${missing}, and this server has none: SONORANT_AGENT_MODELS names them`],
    ]);
  }
  return found.id;
}
