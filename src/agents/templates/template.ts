/** What a template of an agent is made of. */
import type { AgentConfig } from '../config.ts';
import type { NewTool } from '../tool-schema.ts';

/** One thing that is said. */
export interface TemplateTurn {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

/** A conversation with an agent of the template, as it is with the template's own variables. */
export interface TemplateExample {
  readonly title: string;
  readonly turns: readonly TemplateTurn[];
}

/** An agent that is ready but for the words of its business. */
export interface AgentTemplate {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** What answers: `rules`, which every server has, or a language model of the operator. */
  readonly model: 'rules' | 'language_model';
  /** Without model and tools. */
  readonly config: Pick<AgentConfig, 'instructions' | 'initial_message' | 'dynamic_variable_placeholders'> & {
    readonly system_tools?: { readonly end_call: { readonly description: string } };
  };
  /** Made together with the agent. Of the client only: a webhook's address is the operator's alone. */
  readonly tools: readonly Extract<NewTool, { readonly type: 'client' }>[];
  /** With `rules` the answers are exactly these; of a language model they show the manner. */
  readonly examples: readonly TemplateExample[];
}

/** A dialogue, in which caller and agent speak in turn; the agent begins. */
export function dialogue(title: string, ...texts: readonly string[]): TemplateExample {
  return { title, turns: texts.map((text, index) => ({ role: index % 2 === 0 ? 'assistant' : 'user', text })) };
}
