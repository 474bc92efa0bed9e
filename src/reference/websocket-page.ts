/** The page of the WebSockets: rules, example conversations, and the fields of every message and event. */
import { messageSchemas, type ListedSocket, type SocketSchemas } from './asyncapi.ts';
import { dialogues, type Dialogue } from './dialogues.ts';
import { html, prose, slug, type Html } from './html.ts';
import { copyable, groupOf, heading, section, type Page } from './layout.ts';
import { schemaView, type Schemas } from './schema-view.ts';

export interface WebSocketPageOptions {
  readonly baseUrl: string;
  readonly version: string;
  readonly socket: SocketSchemas;
  readonly sockets: readonly ListedSocket[];
}

const rules = ['Connect', 'Contexts', 'Expiry', 'Limits and closing'] as const;

export function webSocketPage({ baseUrl, version, socket, sockets }: WebSocketPageOptions): Page {
  const schemas = messageSchemas(socket);
  const address = `${baseUrl.replace(/^http/, 'ws')}/tts/websocket`;
  return {
    path: '/docs/websocket',
    title: 'Speech over a WebSocket',
    description:
      'Contexts, messages and events of the speech socket, with conversations that a test holds; the sockets that hear, and those on which one talks to an agent.',
    navigation: [
      groupOf('Rules', rules),
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
    content: html` <p>
        Many utterances over one open connection, each sent in as many pieces as the text comes in. Messages and events
        are JSON objects in text frames. <a href="/docs/asyncapi.json">The AsyncAPI document</a> holds the same schemas
        for code generators.
      </p>
      ${section(
        rules[0],
        html` <p>
            Open <code>${address}</code> with the API key as <code>Authorization: Bearer …</code> or
            <code>X-API-Key</code> and the version as <code>Service-Version: ${version}</code>. A browser cannot set
            headers: there, put both into the address, the version as <code>cartesia_version</code>, the key as
            <code>api_key</code>.
          </p>
          ${copyable(`const socket = new WebSocket(\`${address}?cartesia_version=${version}&api_key=\${key}\`);`)}
          <p>
            The format is always <code>raw</code>; each <code>chunk</code> holds whole samples and can be played as it
            comes.
          </p>`,
      )}
      ${section(
        rules[1],
        html` <ul>
          <li>
            A context is one utterance: everything sent with one <code>context_id</code>. Its model, voice, format and
            language hold from the first message to the end.
          </li>
          <li>
            Contexts are independent: they speak at the same time, and their events interleave. The events of one
            context come in order.
          </li>
          <li>
            Each life of a context has exactly one event with <code>done: true</code>. An id that is used again after
            that starts a new life: times and flush numbers begin again.
          </li>
          <li><code>generation_config</code> may change from piece to piece; left out, the last one holds.</li>
          <li>
            Text sent after <code>continue: false</code>, while the context still speaks, is answered with an error
            (<code>context_closed</code>, <code>done: false</code>) and changes nothing.
          </li>
        </ul>`,
      )}
      ${section(rules[2], html`<p>An open context that gets no more text is spoken to its end and ends with <code>done</code>, one second after its last audio was sent or has been played, whichever is later (<code>SONORANT_CONTEXT_EXPIRY_MS</code>). This is not a failure. A last empty message that comes too late is answered with <code>done</code> as well.</p>`)}
      ${section(
        rules[3],
        html` <ul>
          <li>A client that stops reading pauses its own contexts; after 30 seconds it is cut off.</li>
          <li>
            A socket without messages and speech is closed with 1000 after five minutes. A stopping server lets contexts
            finish and closes with 1001.
          </li>
          <li>
            Invalid frames close with 1002, text that is not UTF-8 with 1007, messages over 64 KiB with 1009 behind an
            <code>error</code> event that says so. Nothing else does: a message that cannot be read is answered by an
            <code>error</code> event.
          </li>
          <li><a href="/docs/settings">All limits are settings.</a></li>
        </ul>`,
      )}
      ${dialogues.map(dialogueView)}
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
      ${talk(lines.map((line) => ('client' in line ? ['client', JSON.stringify(line.client)] : ['server', JSON.stringify(line.server)])))}`,
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
    <p>
      Open it as the speech socket is opened; everything wrong with the address is answered before the upgrade. An
      access token has the grant <code>${grant}</code>.
    </p>
    ${copyable(address)}
    ${talk(
      example.map((line) => {
        if ('server' in line) return ['server', JSON.stringify(line.server)];
        return ['client', typeof line.client === 'string' ? line.client : JSON.stringify(line.client)];
      }),
    )}
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
