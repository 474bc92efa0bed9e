/**
 * `/s/{token}`: the page of a link that plays one take of the history, and its audio. Public: the token is the credential, so it goes
 * into no log, no cache and no header of a request to elsewhere (docs/decisions/0065-share-links.md).
 */
import type { FastifyReply } from 'fastify';
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ServiceError } from '../../errors/service-error.ts';
import type { ShareService } from '../../history/shares.ts';
import { addressGroup, CompressedText, sendObject, type App } from '../../http/index.ts';
import { memoryLimiters, type Limiters } from '../../limits/limiters.ts';
import type { Blobs } from '../../store/blobs/index.ts';
import type { SharedTake } from '../../store/index.ts';
import { gonePage, sharedPage } from './page.ts';
import { script } from './script.ts';
import { style } from './style.ts';

export interface ShareRouteOptions {
  readonly shares: Pick<ShareService, 'follow'>;
  readonly blobs: Blobs;
  /** Where requests are counted. Default: this process. */
  readonly limiters?: Limiters | undefined;
  /** Requests of one address in one minute; a player asks anew each time that it seeks. Default 300. */
  readonly requestsPerMinute?: number | undefined;
}

const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; media-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
  'cross-origin-resource-policy': 'same-origin',
  // What was ended or has expired plays no more, also in a browser that was there before.
  'cache-control': 'no-store',
};

const params = z.object({ token: z.string() });

/** The pages of links to takes. */
export function shareRoutes(options: ShareRouteOptions): FastifyPluginCallbackZod {
  return (app, _options, done) => {
    const { limiters = memoryLimiters(), requestsPerMinute = 300 } = options;
    const rate = limiters.rate('shares', { limit: requestsPerMinute, windowMs: 60_000 });
    app.addHook('onRequest', async (request) => {
      const seconds = await rate.take(addressGroup(request.clientAddress));
      if (seconds === 0) return;
      throw new ServiceError('rate_limited', `At most ${requestsPerMinute} requests a minute from one address.`, {
        retryAfterSeconds: seconds,
      });
    });
    // Behind the handlers, so that it also holds for the audio and for errors.
    app.addHook('onSend', (_request, reply, _payload, next) => {
      reply.headers(headers);
      next();
    });
    addFiles(app);
    addShared(app, options);
    done();
  };
}

const open = { config: { public: true }, logLevel: 'warn', schema: { hide: true } } as const;

function addFiles(app: App): void {
  const files = {
    '/s/player.js': new CompressedText('text/javascript', script),
    '/s/player.css': new CompressedText('text/css', style),
  };
  for (const [url, file] of Object.entries(files)) app.get(url, open, (request, reply) => file.send(request, reply));
}

function addShared(app: App, { shares, blobs }: ShareRouteOptions): void {
  const schema = { ...open.schema, params };

  app.get('/s/:token', { ...open, schema }, async ({ params: { token } }, reply) => {
    const shared = await shares.follow(token);
    if (shared === undefined) return sendGone(reply);
    return reply.type('text/html; charset=utf-8').send(sharedPage(shared, token));
  });

  app.get('/s/:token/audio', { ...open, schema }, async (request, reply) => {
    const shared = await shares.follow(request.params.token);
    if (shared === undefined) return sendGone(reply);
    try {
      return await sendObject(request, reply, downloadOf(shared), blobs);
    } catch (error) {
      // Deleted between the look for it and this one.
      if (error instanceof ServiceError && error.code === 'not_found') return sendGone(reply);
      throw error;
    }
  });
}

/** The title is for who made it; a file that is saved is named by what it is. */
function downloadOf({ take }: SharedTake) {
  return { id: take.id, type: 'audio/wav', filename: 'speech.wav', size: take.size, blob: take.blob };
}

/** The same answer for every reason. */
function sendGone(reply: FastifyReply): FastifyReply {
  return reply.code(404).type('text/html; charset=utf-8').send(gonePage());
}
