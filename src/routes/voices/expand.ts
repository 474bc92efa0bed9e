import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { baseUrl, queryList } from '../../http/index.ts';
import { isSpokenBy, spokenBy } from '../../voices/speakers.ts';
import type { VoiceRouteOptions } from './options.ts';
import { expansions, type Expansion, type VoiceWireOptions } from './wire.ts';

const expandList = queryList(z.enum(expansions)).optional().describe('What to add to each voice; may be repeated.');

/** Fields of a query string; clients write the name with and without brackets. */
export const expandFields = { expand: expandList, 'expand[]': expandList };

export interface ExpandQuery {
  readonly expand?: readonly Expansion[] | undefined;
  readonly 'expand[]'?: readonly Expansion[] | undefined;
}

/** As the request asks for its voices. */
export function wireOptions(
  request: FastifyRequest,
  { source, publicUrl }: Pick<VoiceRouteOptions, 'source' | 'publicUrl'>,
  query: ExpandQuery = {},
): VoiceWireOptions {
  return {
    version: request.apiVersion,
    organizationId: request.principal.organizationId,
    expand: new Set([...(query.expand ?? []), ...(query['expand[]'] ?? [])]),
    previewUrl: (voice) =>
      isSpokenBy(source.engines, voice)
        ? `${baseUrl(request, publicUrl)}/voices/${encodeURIComponent(voice.id)}/preview`
        : null,
    spokenBy: (voice) => spokenBy(voice, source.engines) ?? null,
  };
}
