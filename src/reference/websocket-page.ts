/** The page of the WebSockets: rules, example conversations, and the fields of every message and event. */
import { messageSchemas, type ListedSocket, type SocketSchemas } from './asyncapi.ts';
import { dialogues, type Dialogue } from './dialogues.ts';
import { renderGuide } from './guide-markdown.ts';
import { html, prose, slug, type Html } from './html.ts';
import { copyable, groupOf, heading, section, type Page } from './layout.ts';
import { webSocketMarkdown } from './markdown/websocket.ts';
import { schemaView, type Schemas } from './schema-view.ts';
import { openingOf, saidBy, socketIntroduction, socketRules } from './websocket-texts.ts';

export interface WebSocketPageOptions {
  readonly baseUrl: string;
  readonly version: string;
  readonly socket: SocketSchemas;
  readonly sockets: readonly ListedSocket[];
}

export function webSocketPage({ baseUrl, version, socket, sockets }: WebSocketPageOptions): Page {
  const schemas = messageSchemas(socket);
  const rules = socketRules(`${baseUrl.replace(/^http/, 'ws')}/tts/websocket`, version);
  return {
    path: '/docs/websocket',
    title: 'Speech over a WebSocket',
    description:
      'Contexts, messages and events of the speech socket, with conversations that a test holds; the sockets that hear, and those on which one talks to an agent.',
    navigation: [
      groupOf(
        'Rules',
        rules.map(({ title }) => title),
      ),
      groupOf(
        'Examples',
        dialogues.map(({ title }) => title),
      ),
      groupOf('Client messages', Object.keys(socket.client)),
      groupOf('Server events', Object.keys(socket.server)),
      ...sockets.map(({ id, title, client, server }) => ({
        title,
        links: [
          { anchor: slug(title), label: 'About it' },
          ...[...Object.keys(client), ...Object.keys(server)].map((name) => ({
            anchor: anchorOf(id, name),
            label: name,
          })),
        ],
      })),
    ],
    markdown: () => webSocketMarkdown({ rules, baseUrl, socket, sockets }),
    content: html`${renderGuide(socketIntroduction, baseUrl)}
      ${rules.map(({ title, text }) => section(title, renderGuide(text, baseUrl)))} ${dialogues.map(dialogueView)}
      <section class="group" id="client-messages">
        ${heading('client-messages', 'Client messages')}${Object.keys(socket.client).map((name) => messageView(name, schemas, slug(name)))}
      </section>
      <section class="group" id="server-events">
        ${heading('server-events', 'Server events')}${Object.keys(socket.server).map((name) => messageView(name, schemas, slug(name)))}
      </section>
      ${sockets.map((one) => listedView(one, baseUrl))}`,
  };
}

function dialogueView({ title, text, lines }: Dialogue): Html {
  return section(
    title,
    html`<p>${prose(text)}</p>
      ${talk(lines.map(saidBy))}`,
  );
}

function anchorOf(id: string, name: string): string {
  return slug(`${id} ${name}`);
}

function listedView(socket: ListedSocket, baseUrl: string): Html {
  const { id, path, query, grant, title, description, example, client, server } = socket;
  const schemas = messageSchemas(socket);
  const address = `${baseUrl.replace(/^http/, 'ws')}${path}${query}`;
  const view = (name: string): Html => messageView(name, schemas, anchorOf(id, name));
  return html`<section class="group" id="${slug(title)}">
    ${heading(slug(title), title)}
    <p>${prose(description)}</p>
    <p>${prose(openingOf(grant))}</p>
    ${copyable(address)} ${talk(example.map(saidBy))}
    <h3>What a client sends</h3>
    ${Object.keys(client).map(view)}
    <h3>What the server answers</h3>
    ${Object.keys(server).map(view)}
  </section>`;
}

/** A conversation: who says what. */
function talk(lines: readonly (readonly [who: string, text: string])[]): Html {
  return html`<ol class="talk">
    ${lines.map(
      ([who, text]) =>
        html`<li class="${who}">
          <span class="who">${who}</span>
          <pre tabindex="0">${text}</pre>
        </li>`,
    )}
  </ol>`;
}

function messageView(name: string, schemas: Schemas, anchor: string): Html {
  const schema = schemas[name]!;
  return html`<section id="${anchor}">
    <h3><a class="here" href="#${anchor}">${name}</a></h3>
    ${schema.description !== undefined && html`<p>${prose(schema.description)}</p>`}${schemaView(schema, schemas, anchor)}
  </section>`;
}
