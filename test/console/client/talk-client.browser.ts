/** A conversation with an agent in a real browser: a page of another origin with the microphone, the loudspeaker and the keyboard. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { ConversationEvent } from '../../../client/src/index.ts';
import { heard, said, startClientBrowser, type ClientBrowser } from '../support/client-browser.ts';

/** That of the client needs the types of a browser. */
type BrowserTalkEvent = Exclude<ConversationEvent, { readonly type: 'audio' }> | { readonly type: 'device_failed' };

/** Keeps what the page is given of the microphone as `stream`. */
const noteStream = `
  const { mediaDevices } = navigator;
  const ask = mediaDevices.getUserMedia.bind(mediaDevices);
  let stream;
  mediaDevices.getUserMedia = async (wanted) => (stream = await ask(wanted));`;

let client: ClientBrowser;
before(async () => {
  client = await startClientBrowser();
});
after(() => client.close());
beforeEach(() => client.begin());

describe('talking to an agent', () => {
  const instructions = `When the user says: ${said}\nSay: One coffee. Anything else?\n\nWhen the user says: good bye\nEnd: Good bye.\n\nOtherwise: ${'I know about coffee only. '.repeat(8)}`;

  /** Calls `use(talk, events)` with a conversation, by the token of a session. */
  async function talk<T>(page: Page, options: string, use: string, config: object = {}): Promise<T> {
    const body = { name: 'Bar', config: { instructions, ...config } };
    const { id } = (await (await client.server.post('/v1/agents', body)).json()) as { id: string };
    return client.run<T>(
      page,
      `${noteStream}const path = { agent_id: '${id}' };
         const { token } = await sonorant.post('/v1/agents/websocket/{agent_id}/sessions', { path });
         const guest = new Sonorant({ baseUrl: '${client.server.url}', accessToken: token, retries: 0 });
         const [ins, outs, events] = [[], [], []];
         const talk = await talkInBrowser(guest, '${id}', { onInputLevel: (level) => ins.push(level), onOutputLevel: (level) => outs.push(level), ${options} });
         const result = () => ({ events: events.map(({ error, ...event }) => ({ ...event, ...(error && { code: error.code }) })), ins: Math.max(0, ...ins), outs: Math.max(0, ...outs),
           tracks: stream?.getTracks().map(({ readyState }) => readyState) });
         ${use}`,
    );
  }

  interface Talked {
    readonly events: readonly BrowserTalkEvent[];
    readonly ins: number;
    readonly outs: number;
    readonly tracks: readonly string[] | undefined;
  }

  const turnsOf = ({ events }: Talked) =>
    events.flatMap((event) => (event.type === 'turn_ended' ? [`${event.role}: ${event.text}`] : []));

  it('hears the microphone, is heard, and gives both back', async () => {
    for (const isForced of [false, true]) {
      const { page, problems } = await client.open();
      // As in browsers that connect a microphone to a context of its own rate only.
      if (isForced) {
        await page.evaluate(`{
            const { createMediaStreamSource } = AudioContext.prototype;
            AudioContext.prototype.createMediaStreamSource = function (stream) {
              if (this.sampleRate === 24000) throw new DOMException('rates differ', 'NotSupportedError');
              return createMediaStreamSource.call(this, stream);
            };
          }`);
      }
      const talked = await talk<Talked>(
        page,
        '',
        `for await (const event of talk) {
             events.push(event);
             if (event.type === 'turn_ended' && event.role === 'assistant') talk.close();
           }
           return result();`,
      );
      assert.deepEqual(turnsOf(talked), [`user: ${said}`, 'assistant: One coffee. Anything else?']);
      assert.ok(talked.events.some((event) => event.type === 'heard'));
      assert.deepEqual(talked.events.at(-1), { type: 'end', reason: 'client_hangup' });
      assert.ok(talked.ins > 0.1 && talked.outs > 0.01, `levels ${talked.ins} and ${talked.outs}`);
      assert.ok((await heard(page)) > 0.8, 'the agent was heard');
      assert.deepEqual([talked.tracks, problems], [['ended'], []]);
    }
  });

  it('hears nothing while it is muted', async () => {
    const { page } = await client.open();
    const talked = await talk<Talked>(
      page,
      '',
      `talk.isMuted = true;
         setTimeout(() => talk.close(), 5000);
         for await (const event of talk) events.push(event);
         return result();`,
    );
    assert.deepEqual(turnsOf(talked), []);
    assert.equal(talked.ins, 0);
  });

  it('is typed to without a microphone, falls silent when it is interrupted, and is heard to its end', async () => {
    const { page } = await client.open();
    const talked = await talk<Talked & { readonly isSilent: boolean }>(
      page,
      "microphone: false, delivery: 'as_available'",
      `talk.sendText('What about tea?');
         let isSilent = false;
         for await (const event of talk) {
           events.push(event);
           if (event.type === 'turn_started' && event.turn === 2) setTimeout(() => talk.sendText('good bye'), 1500);
           if (event.type === 'clear') { const from = outs.length; await new Promise((resolve) => setTimeout(resolve, 300)); isSilent = outs.slice(from).includes(0); }
         }
         return { ...result(), isSilent };`,
    );
    const turns = talked.events.filter((event) => event.type === 'turn_ended');
    assert.deepEqual(
      turns.map(({ role, interrupted }) => [role, interrupted]),
      [
        ['user', false],
        ['assistant', true],
        ['user', false],
        ['assistant', false],
      ],
    );
    assert.deepEqual(talked.events.at(-1), { type: 'end', reason: 'agent_hangup' });
    assert.equal(talked.tracks, undefined);
    assert.ok(talked.isSilent, 'it fell silent');
    const seconds = await heard(page);
    assert.ok(seconds > 1 && seconds < 6, `${seconds} s of more than ten were heard`);
    assert.ok(talked.outs > 0.01);
  });

  it('goes on without a microphone that is lost', async () => {
    const { page } = await client.open();
    const talked = await talk<Talked>(
      page,
      '',
      `stream.getAudioTracks()[0].dispatchEvent(new Event('ended'));
         for await (const event of talk) {
           events.push(event);
           if (event.type === 'device_failed') talk.sendText('good bye');
         }
         return result();`,
    );
    assert.ok(talked.events.some((event) => event.type === 'device_failed'));
    assert.deepEqual(turnsOf(talked), ['user: good bye', 'assistant: Good bye.']);
  });

  it('says why it cannot be talked to, and gives the microphone back', async () => {
    const { page } = await client.open();
    const refused = await client.run<{ name: string; code: string; tracks: string[] }>(
      page,
      `${noteStream}const error = await failed(talkInBrowser(sonorant, 'agent_none'));
         return { ...error, tracks: stream.getTracks().map(({ readyState }) => readyState) };`,
    );
    assert.deepEqual([refused.name, refused.code, refused.tracks], ['SonorantError', 'not_found', ['ended']]);
  });
});
