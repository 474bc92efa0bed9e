/** Keys, secrets, the database and the object store. */
import { bytes, flag, integer, milliseconds, postgresUrl, redisUrl, s3Url, text } from './kinds.ts';
import { optional, preset } from './setting.ts';

export const storage = {
  dataDir: preset(text, './data', 'Folder of the database, models and generated secrets. Made when missing.'),
  apiKey: optional(
    text,
    'made at the first start',
    'This exact text works as an API key, and the one set before no longer does.',
  ),
  adminKey: optional(
    text,
    'made at the first start',
    'This exact text works as an admin key, and the one set before no longer does.',
  ),
  offlineMs: preset(
    integer(0, 86_400_000),
    '600000',
    'While the database does not answer, keys that it has confirmed within this time go on speaking.',
  ),
  sessionIdleSeconds: preset(
    integer(1, 31_536_000),
    '43200',
    'A session of the console that is not used for so long ends, in seconds.',
  ),
  maxSessionSeconds: preset(
    integer(1, 31_536_000),
    '2592000',
    'A session of the console ends so long after its sign-in, in seconds.',
  ),
  secretKey: optional(
    text,
    'made and kept in the data folder',
    'Secret that access tokens are signed and stored secrets are encrypted with. Servers that share a database must share it.',
  ),
  databaseUrl: optional(postgresUrl, 'embedded', 'Address of a shared PostgreSQL database.'),
  databaseConnections: preset(integer(1, 10_000), '10', 'Connections that this process may have to a shared database.'),
  databaseStatementMs: preset(
    integer(0, 3_600_000),
    '5000',
    'How long a statement may take before its request is answered with 503. 0 leaves it to a shared database.',
  ),
  blobUrl: optional(
    s3Url,
    'files in the data folder',
    'Address of a shared object store that speaks S3. Credentials come from `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, a profile or the role of the machine.',
  ),
  recordCalls: preset(
    flag,
    'true',
    'Whether calls are recorded: in the data folder while they last, in the object store afterwards.',
  ),
  callRetentionDays: optional(
    integer(1, 36_500),
    'kept until deleted',
    'Recording, transcript and variables of a call are removed so many days after its end.',
  ),
  historyDays: preset(
    integer(0, 36_500),
    '30',
    'Takes that members keep in the console are removed after so many days, but for those with a star. 0: the server keeps none, and what is there stays until it is deleted.',
  ),
  historyBytes: preset(
    bytes,
    '1GB',
    'What one member may keep in the history, audio with text and words; the oldest takes without a star make room. It is the largest take, too. 0: the server keeps none.',
  ),
  shareMaxDays: preset(
    integer(0, 36_500),
    '30',
    'Longest life of a link with which a member shares a take of the history; a link lives 7 days where the member chooses no other time. 0: none are made, and those that were made lead nowhere.',
  ),
  redisUrl: optional(
    redisUrl,
    'none',
    'Address of a Redis with which all processes of a database count their limits together, and tell each other of revoked keys. While it is away, each process counts for itself.',
  ),
  redisTimeoutMs: preset(
    milliseconds,
    '50',
    'A Redis that does not answer within this time is away, so that no request waits longer for it.',
  ),
} as const;
