/** The page of the WebSockets in Markdown. */
import { messageSchemas, type ListedSocket, type SocketSchemas } from '../asyncapi.ts';
import { dialogues } from '../dialogues.ts';
import type { WrittenSection } from '../layout.ts';
import type { Schemas } from '../schema-view.ts';
import { openingOf, saidBy, socketIntroduction } from '../websocket-texts.ts';
import { schemaMarkdown } from './schema.ts';
import { fence, paragraphs } from './text.ts';

export interface WebSocketMarkdownOptions {
  readonly rules: readonly WrittenSection[];
  readonly baseUrl: string;
  readonly socket: SocketSchemas;
  readonly sockets: readonly ListedSocket[];
}

export function webSocketMarkdown(options: WebSocketMarkdownOptions): string {
  const { rules, baseUrl, socket, sockets } = options;
  const schemas = messageSchemas(socket);
  return paragraphs(
    socketIntroduction,
    ...rules.map(({ title, text }) => `## ${title}\n\n${text}`),
    ...dialogues.map(({ title, text, lines }) => `## ${title}\n\n${text}\n\n${talk(lines.map(saidBy))}`),
    '## Client messages',
    ...Object.keys(socket.client).map((name) => messageMarkdown(name, schemas)),
    '## Server events',
    ...Object.keys(socket.server).map((name) => messageMarkdown(name, schemas)),
    ...sockets.map((one) => listedMarkdown(one, baseUrl)),
  );
}

function listedMarkdown(socket: ListedSocket, baseUrl: string): string {
  const { path, query, grant, title, description, example, client, server } = socket;
  const schemas = messageSchemas(socket);
  return paragraphs(
    `## ${title}`,
    description,
    openingOf(grant),
    fence(`${baseUrl.replace(/^http/, 'ws')}${path}${query}`),
    talk(example.map(saidBy)),
    'What a client sends:',
    ...Object.keys(client).map((name) => messageMarkdown(name, schemas)),
    'What the server answers:',
    ...Object.keys(server).map((name) => messageMarkdown(name, schemas)),
  );
}

/** A conversation, a message on each line. */
function talk(lines: readonly (readonly [who: string, text: string])[]): string {
  return fence(lines.map(([who, text]) => `${who}: ${text}`).join('\n'));
}

function messageMarkdown(name: string, schemas: Schemas): string {
  const schema = schemas[name]!;
  return paragraphs(`### \`${name}\``, schema.description, schemaMarkdown(schema, schemas));
}
