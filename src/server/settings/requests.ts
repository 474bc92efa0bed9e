/** How large and how long one request may be. */
import { bytes, flag, integer } from './kinds.ts';
import { preset } from './setting.ts';

export const requests = {
  maxTranscriptCharacters: preset(
    integer(1),
    '100000',
    'Longest transcript of an HTTP request or a whole context, in characters.',
  ),
  maxClipBytes: preset(integer(1), '16777216', 'Largest clip to clone a voice from.'),
  maxClipSeconds: preset(
    integer(1),
    '600',
    "Longest clip to clone a voice from; above 48 kHz, so many seconds' worth of samples at 48 kHz.",
  ),
  maxFileBytes: preset(integer(1), '104857600', 'Largest file to upload.'),
  bookMaxBytes: preset(bytes, '100000000', 'Largest file of a book.'),
  sttMaxBytes: preset(bytes, '100000000', 'Largest file of speech to transcribe.'),
  allowPrivateWebhooks: preset(
    flag,
    'false',
    'Whether webhooks and the tools of agents may go to private and loopback addresses, and over plain HTTP. Link-local addresses and the metadata services of clouds stay refused.',
  ),
} as const;
