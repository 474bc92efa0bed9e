/** What the page of the WebSockets says in words, in Markdown. */
import type { ListedSocket } from './asyncapi.ts';
import type { WrittenSection } from './layout.ts';

/** What stands above the rules, in Markdown. */
export const socketIntroduction =
  'Many utterances over one open connection, each sent in as many pieces as the text comes in. Messages and events are JSON objects in text frames. [The AsyncAPI document](/docs/asyncapi.json) holds the same schemas for code generators.';

/** What holds on every socket of speech, in Markdown. */
export function socketRules(address: string, version: string): readonly WrittenSection[] {
  return [
    {
      title: 'Connect',
      text: `Open \`${address}\` with the API key as \`Authorization: Bearer …\` or \`X-API-Key\` and the version as \`Service-Version: ${version}\`. A browser cannot set headers: there, put both into the address, the version as \`cartesia_version\`, the key as \`api_key\`.

\`\`\`js
const socket = new WebSocket(\`${address}?cartesia_version=${version}&api_key=\${key}\`);
\`\`\`

The format is always \`raw\`; each \`chunk\` holds whole samples and can be played as it comes.`,
    },
    {
      title: 'Contexts',
      text: `- A context is one utterance: everything sent with one \`context_id\`. Its model, voice, format and language hold from the first message to the end.
- Contexts are independent: they speak at the same time, and their events interleave. The events of one context come in order.
- Each life of a context has exactly one event with \`done: true\`. An id that is used again after that starts a new life: times and flush numbers begin again.
- \`generation_config\` may change from piece to piece; left out, the last one holds.
- Text sent after \`continue: false\`, while the context still speaks, is answered with an error (\`context_closed\`, \`done: false\`) and changes nothing.`,
    },
    {
      title: 'Expiry',
      text: `An open context that gets no more text is spoken to its end and ends with \`done\`, one second after its last audio was sent or has been played, whichever is later (\`SONORANT_CONTEXT_EXPIRY_MS\`). This is not a failure. A last empty message that comes too late is answered with \`done\` as well.`,
    },
    {
      title: 'Limits and closing',
      text: `- A client that stops reading pauses its own contexts; it is cut off when it has taken nothing for 30 seconds beyond the moment at which what it was sent would have been played.
- A socket without messages and speech is closed with 1000 after five minutes. A stopping server lets contexts finish and closes with 1001.
- Invalid frames close with 1002, text that is not UTF-8 with 1007, messages over 64 KiB with 1009 behind an \`error\` event that says so. Nothing else does: a message that cannot be read is answered by an \`error\` event.
- [Settings](/docs/settings) change most limits.`,
    },
  ];
}

/** How the sockets besides that of speech are opened. */
export function openingOf(grant: string): string {
  return `Open it as the speech socket is opened; everything wrong with the address is answered before the upgrade. An access token has the grant \`${grant}\`.`;
}

/** A message of a conversation as it is sent; a text is a frame as it is. */
export function saidBy(line: ListedSocket['example'][number]): readonly [who: 'client' | 'server', text: string] {
  if ('server' in line) return ['server', JSON.stringify(line.server)];
  return ['client', typeof line.client === 'string' ? line.client : JSON.stringify(line.client)];
}
