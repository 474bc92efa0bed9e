import type { z } from 'zod';
import { stateOf, type Invite, type NewInvite, type User } from '../../store/index.ts';
import type { inviteSchema, newInviteSchema, userSchema } from './schema.ts';

export function wireUser({ id, email, name, role, image_url, created_at }: User): z.output<typeof userSchema> {
  return { id, email, name, role, image_url, created_at };
}

export function wireInvite(invite: Invite): z.output<typeof inviteSchema> {
  const { id, email, role, created_at, expires_at } = invite;
  return { id, email, role, status: stateOf(invite, new Date()), created_at, expires_at };
}

/** Path of the page on which the invited person accepts. */
export function acceptPage(token: string): string {
  return `/console/accept?token=${encodeURIComponent(token)}`;
}

/** @param base address of the server */
export function wireNewInvite({ invite, token }: NewInvite, base: string): z.output<typeof newInviteSchema> {
  return {
    ...wireInvite(invite),
    accept_url: base + acceptPage(token),
  };
}
