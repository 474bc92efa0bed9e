/** `POST /console/api/password` and `/console/api/password/reset`: an account sets its own password. */
import { z } from 'zod';
import { consoleApiPath, errorResponses, setSessionCookie, type App } from '../../http/index.ts';
import type { SignIns } from '../../identity/sign-ins.ts';
import { clientOf } from './client.ts';

/** A longer one would only be hashed in vain; what a new one may be says the error of setting it. */
const passwordField = z.string().min(1).max(1024);
const config = { auth: 'none' } as const;

export function addPasswords(app: App, signIns: SignIns): void {
  const url = `${consoleApiPath}/password`;

  app.post(
    url,
    {
      config,
      schema: {
        hide: true,
        body: z.object({ current_password: passwordField, new_password: passwordField }),
        response: { 204: z.null(), ...errorResponses(400, 401, 403, 429, 500, 503) },
      },
    },
    async (request, reply) => {
      const active = await app.requireSession(request, reply);
      const { current_password: current, new_password: next } = request.body;
      const { token } = await signIns.changePassword(clientOf(request), active, current, next);
      setSessionCookie(request, reply, { token, expiresAt: active.principal.expiresAt });
      return reply.code(204).send(null);
    },
  );

  app.post(
    `${url}/reset`,
    {
      config,
      schema: {
        hide: true,
        body: z.object({ token: z.string().min(1).max(128), password: passwordField }),
        response: { 204: z.null(), ...errorResponses(400, 403, 429, 500, 503) },
      },
    },
    async (request, reply) => {
      await signIns.resetPassword(clientOf(request), request.body.token, request.body.password);
      return reply.code(204).send(null);
    },
  );
}
