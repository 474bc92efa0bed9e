import type { AgentConfig, ChangeConfig } from './agents.ts';
import type { FieldErrors } from '../components/forms/field-errors.ts';

/** What every section of the form of an agent takes. */
export interface SectionProps {
  readonly config: AgentConfig;
  readonly problems: FieldErrors;
  readonly change: ChangeConfig;
}
