/** The WebSocket page: rules, example conversations, and the fields of every message and event. */
import { messageSchemas, type SocketSchemas } from './asyncapi.ts';
import { dialogues, type Dialogue } from './dialogues.ts';
import { html, prose, slug, type Html } from './html.ts';
import { copyable, groupOf, heading, section, type Page } from './layout.ts';
import { schemaView, type Schemas } from './schema-view.ts';

export interface WebSocketPageOptions {
  readonly baseUrl: string;
  readonly version: string;
  readonly socket: SocketSchemas;
}

const rules = ['Connect', 'Contexts', 'Expiry', 'Limits and closing'] as const;

export function webSocketPage({ baseUrl, version, socket }: WebSocketPageOptions): Page {
  const schemas = messageSchemas(socket);
  const address = `${baseUrl.replace(/^http/, 'ws')}/tts/websocket`;
  return {
    path: '/docs/websocket',
    title: 'Speech over a WebSocket',
    description: 'Contexts, messages and events of the speech socket, with conversations that a test holds.',
    navigation: [
      groupOf('Rules', rules),
      groupOf(
        'Examples',
        dialogues.map(({ title }) => title),
      ),
      groupOf('Client messages', Object.keys(socket.client)),
      groupOf('Server events', Object.keys(socket.server)),
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
        ${heading('client-messages', 'Client messages')}${Object.keys(socket.client).map((name) => messageView(name, schemas))}
      </section>
      <section class="group" id="server-events">
        ${heading('server-events', 'Server events')}${Object.keys(socket.server).map((name) => messageView(name, schemas))}
      </section>`,
  };
}

function dialogueView({ title, text, lines }: Dialogue): Html {
  return section(
    title,
    html`<p>${prose(text)}</p>
      <ol class="talk">
        ${lines.map((line) => {
          const who = 'client' in line ? 'client' : 'server';
          return html`<li class="${who}">
            <span class="who">${who}</span>
            <pre tabindex="0">${JSON.stringify('client' in line ? line.client : line.server)}</pre>
          </li>`;
        })}
      </ol>`,
  );
}

function messageView(name: string, schemas: Schemas): Html {
  const schema = schemas[name]!;
  const anchor = slug(name);
  return html`<section id="${anchor}">
    <h3><a class="here" href="#${anchor}">${name}</a></h3>
    ${schema.description !== undefined && html`<p>${prose(schema.description)}</p>`}${schemaView(schema, schemas, anchor)}
  </section>`;
}
