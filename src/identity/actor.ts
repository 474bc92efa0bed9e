import type { Principal } from '../store/index.ts';

/** Who changes something of an organization. */
export interface Actor {
  readonly organizationId: string;
  /** The account whose session does it; absent for keys and for the command line. */
  readonly userId?: string | undefined;
  /** Names the request in the events of the change. */
  readonly requestId?: string | undefined;
}

/** @param request with its id */
export function actorOf({ principal, id }: { readonly principal: Principal; readonly id: string }): Actor {
  const userId = principal.kind === 'session' ? (principal.userId ?? undefined) : undefined;
  return { organizationId: principal.organizationId, userId, requestId: id };
}
