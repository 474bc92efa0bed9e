import type { Respell } from './utterance.ts';
import { respellTagalog } from './tagalog.ts';

/** Languages whose spelling eSpeak cannot read by itself. */
export const respellers: Readonly<Record<string, Respell>> = { tl: respellTagalog };
