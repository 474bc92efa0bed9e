/** The bodies of the console's session routes. */
import { z } from 'zod';
import { permissions } from '../../store/index.ts';

export const userSchema = z.object({ id: z.string(), name: z.string().nullable(), email: z.string().nullable() });
const organizationSchema = z.object({ id: z.string(), name: z.string() });
const howSchema = z.enum(['key', 'password', 'link']);

export const sessionSchema = z.object({
  id: z.string(),
  role: z.enum(['admin', 'member', 'organization']),
  permissions: z.array(z.enum(permissions)),
  user: userSchema.nullable().describe('Null where no account signed in.'),
  organization: organizationSchema,
  organizations: z
    .array(organizationSchema)
    .describe('Those that the session can change to, in the order in which they were joined.'),
  how: howSchema,
  expires_at: z.string().describe('When it ends if it is not used any more.'),
  server: z.object({
    version: z.string(),
    public_url: z.string(),
    limits: z
      .object({ clip_bytes: z.int(), file_bytes: z.int(), stt_bytes: z.int() })
      .describe('Largest files that are taken.'),
    recognizers: z
      .array(
        z.object({
          id: z.string(),
          languages: z.array(z.string()).nullable().describe('ISO 639-1; null where it is not known which.'),
        }),
      )
      .describe('In order of preference.'),
    cloning: z
      .array(
        z.object({
          engine: z.string(),
          by: z.enum(['clip', 'profile']).describe('The clip itself, or what was measured in it.'),
          languages: z.array(z.string()).describe('ISO 639-1.'),
        }),
      )
      .describe('What speaks voices made from clips.'),
    blending: z.array(z.string()).describe('Engines that speak between two of their voices.'),
  }),
});
export type SessionBody = z.output<typeof sessionSchema>;

export const listedSessionsSchema = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      created_at: z.string(),
      last_used_at: z.string(),
      expires_at: z.string(),
      user_agent: z.string(),
      address: z.string(),
      how: howSchema,
      user: userSchema.nullable(),
      is_current: z.boolean(),
    }),
  ),
});

/** As an invitation is made and accepted. */
export const finishAccountSchema = z.object({
  name: z.string().trim().min(1).max(200),
  email: z.email().max(254),
  password: z.string().min(1).max(1024),
});

/** One of three ways to sign in. */
export const signInSchema = z.union(
  [
    z.strictObject({ key: z.string().trim().min(1).max(512) }),
    z.strictObject({
      email: z.string().trim().min(1).max(320),
      password: z.string().min(1).max(1024),
      organization_id: z.string().max(64).optional(),
    }),
    z.strictObject({ link: z.string().min(1).max(128) }),
  ],
  'Sign in with one of: key; email and password, and perhaps organization_id; link',
);
export type SignInBody = z.output<typeof signInSchema>;
