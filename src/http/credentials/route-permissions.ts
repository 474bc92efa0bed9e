/** Which route needs which permission of a session (docs/rules.md#session-permissions). */
import { permissionOfScope } from '../../identity/session-permissions.ts';
import type { Permission } from '../../store/index.ts';
import { scopesFor } from './scopes.ts';

/** What an administrator answers for; the first that fits the pattern of a route decides. */
const administration: readonly (readonly [paths: RegExp, opens: readonly Permission[]])[] = [
  // An API key opens them publicly. Events tell of everything in the organization, so a member does not.
  [/^\/agents\/webhooks(\/|$)/, ['webhooks']],
  [/^\/usage(\/|$)/, ['usage']],
  [/^\/organizations\/requests$/, ['organization', 'server']],
  [/^\/(organizations|api-keys)(\/|$)/, ['organization']],
  // Of the first organization only, which its routes see to: its administrators run the server.
  [/^\/models(\/|$)/, ['organization', 'server']],
  // Of the console itself; a member who may speak, or change recordings, keeps what came of it.
  [/^\/console\/api\/(encode|book-limits|history)(\/|$)/, ['speech']],
];

/**
 * Which permissions open a public route to a session; any one is enough. All but the administration goes by the scopes of keys.
 * @param url its pattern, `/voices/:id`
 * @returns undefined for a route that is closed to sessions: `/access-token`, whose tokens hold as long as the key that asked
 */
export function permissionsFor(method: string, url: string): readonly Permission[] | undefined {
  const found = administration.find(([paths]) => paths.test(url));
  if (found !== undefined) return found[1];
  const scopes = scopesFor(method, url);
  return typeof scopes === 'object' ? scopes.map((scope) => permissionOfScope[scope]) : undefined;
}
