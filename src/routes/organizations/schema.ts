/** The wire forms of users and invitations. */
import { z } from 'zod';
import { clampedPageFields, pageSchema } from '../../http/index.ts';
import { inviteStates } from '../../store/index.ts';

const role = z.enum(['admin', 'member']);

export const userSchema = z
  .object({
    id: z.string(),
    email: z.string().nullable(),
    name: z.string().nullable(),
    role,
    image_url: z.string().nullable(),
    created_at: z.iso.datetime().describe('When the user joined.'),
  })
  .meta({ id: 'User', description: 'A person of the organization.' });

export const inviteSchema = z
  .object({
    id: z.string().describe('`orginv_…`'),
    email: z.string(),
    role,
    status: z.enum(inviteStates),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Invite', description: 'An invitation into the organization, open for 30 days.' });

export const newInviteSchema = inviteSchema
  .extend({
    accept_url: z.string().describe('Where the invited person accepts. Told this once: it is the only way in.'),
  })
  .meta({
    id: 'NewInvite',
    description: 'An invitation that was made just now. This server sends no email: pass the address on.',
  });

export const roleBody = z.object({ role });

export const passwordResetSchema = z
  .object({
    url: z.string().describe('Where the person sets the password. Told this once.'),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: 'PasswordReset', description: 'A link that sets a new password, once.' });

export const idParams = z.object({ id: z.string() });

export const usersQuery = z.object({
  ...clampedPageFields(),
  q: z.string().max(256).optional().describe('Part of the name or the email.'),
});

export const usersPage = pageSchema(userSchema);

export const invitesQuery = z.object({ ...clampedPageFields(), status: z.enum(inviteStates).default('pending') });
export const invitesPage = pageSchema(inviteSchema);

export const newInvitesBody = z.object({
  emails: z.array(z.email().max(254)).min(1).max(10).describe('Each a different address. All are invited or none.'),
});
