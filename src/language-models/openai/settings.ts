/** Entries of `SONORANT_AGENT_MODELS` that are servers: they answer over `POST {url}/chat/completions`. */
import { z } from 'zod';
import { serverBase, serverKey } from '../../outbound/server-list.ts';

/** What an agent can name as its model. */
export const languageModelId = z
  .string()
  .regex(/^[\w.:/-]{1,128}$/u, 'takes letters, digits and . _ : / - only, 128 characters at most');

export const openAiModelSchema = z.strictObject({
  id: languageModelId,
  url: serverBase,
  model: z.string().min(1).max(200),
  key: serverKey.optional(),
  display_name: z.string().trim().min(1).max(200).optional(),
});

/** One model of a server. */
export type OpenAiModelSetting = z.output<typeof openAiModelSchema>;
