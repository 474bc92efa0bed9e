/** Entries of `SONORANT_RECOGNIZERS` that are servers: they hear over `POST {url}/audio/transcriptions`. */
import { z } from 'zod';
import { serverAddress, serverId, serverKey, serverLanguage } from '../../outbound/server-list.ts';

const defaultConcurrency = 8;

export const upstreamRecognizerSchema = z
  .strictObject({
    id: serverId,
    url: serverAddress,
    model: z.string().min(1).max(200),
    key: serverKey.optional(),
    languages: z.array(serverLanguage).min(1).optional(),
    concurrency: z.int().min(1).max(1000).default(defaultConcurrency),
  })
  .transform(({ languages, ...rest }) => ({ ...rest, languages: languages && [...new Set(languages)] }));

/** One server; without `languages` it hears any, and finds out which. */
export type UpstreamRecognizerSetting = z.output<typeof upstreamRecognizerSchema>;
