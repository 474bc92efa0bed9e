/** The templates that come with the server. A new one is a file here and its line below. */
import { appointment } from './appointment.ts';
import { openingHours } from './opening-hours.ts';
import { orderStatus } from './order-status.ts';
import { receptionist } from './receptionist.ts';
import type { AgentTemplate } from './template.ts';

export type { AgentTemplate } from './template.ts';

/** In the order in which they are offered. */
export const agentTemplates: readonly AgentTemplate[] = [openingHours, appointment, orderStatus, receptionist];
