/** How large and how long one request may be. */
import { bytes, flag, integer, milliseconds } from './kinds.ts';
import { preset } from './setting.ts';

export const requests = {
  maxTranscriptCharacters: preset(
    integer(1),
    '100000',
    'Longest transcript of an HTTP request or a whole context, in characters.',
  ),
  maxBodyBytes: preset(integer(1024), '2097152', 'Longest JSON body.'),
  maxClipBytes: preset(integer(1), '16777216', 'Largest clip to clone a voice from.'),
  maxClipSeconds: preset(
    integer(1),
    '600',
    "Longest clip to clone a voice from; above 48 kHz, so many seconds' worth of samples at 48 kHz.",
  ),
  maxFileBytes: preset(integer(1), '104857600', 'Largest file to upload.'),
  bookMaxBytes: preset(bytes, '100000000', 'Largest file of a book.'),
  bookMaxPages: preset(integer(1), '5000', 'Most pages of a book that is a PDF.'),
  bookMaxCharacters: preset(integer(1), '10000000', 'Longest text of a book: the default is about 3,000 pages.'),
  bookReadMs: preset(milliseconds, '120000', 'Longest time to read the file of a book to chapters.'),
  sttMaxBytes: preset(bytes, '100000000', 'Largest file of speech to transcribe.'),
  maxTokenSeconds: preset(integer(1, 3600), '3600', 'Longest life of an access token, in seconds.'),
  allowPrivateWebhooks: preset(
    flag,
    'false',
    'Whether webhooks and the tools of agents may go to private and loopback addresses, and over plain HTTP. Link-local addresses and the metadata services of clouds stay refused.',
  ),
} as const;
