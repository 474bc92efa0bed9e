/** Conversations of the bench: what of a run counts as wrong. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import { WebSocketServer } from 'ws';
import { keptOf, type TalkResult } from '../../bench/load/conversations.ts';
import { Pacer } from '../../bench/load/pacer.ts';
import { Talk, type Interruption } from '../../bench/load/talk.ts';
import { figuresOf } from '../../bench/parts/conversation.ts';
import { crowdRows, historiesOf, type Figures } from '../../bench/parts/conversation-rows.ts';

const http = createServer();
const sockets = new WebSocketServer({ server: http });
const pacer = new Pacer();
after(() => {
  pacer.close();
  sockets.close();
  http.close();
});

async function address(): Promise<string> {
  if (!http.listening) await once(http.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
}

/** One conversation of a run that has made so many interruptions. */
function talkOf(heard: string, count = 1): TalkResult {
  const interruption: Interruption = {
    ...{ clearMs: 100, wentOn: 0, sureMs: 50, written: 'one two', heard },
    ...{ playedSeconds: 0.5, leastPlayedSeconds: 0.5 },
  };
  const interruptions = Array.from({ length: count }, () => interruption);
  return { name: 'c0', answers: [], interruptions, underrunMs: [], kept: interruptions.map(() => heard), errors: [] };
}

function figures(talk: TalkResult): Figures {
  const usage = {
    loopDelayMs: { p50: 0, p99: 0, max: 0 },
    mainCores: 0,
    allCores: 0,
    cpuSeconds: 0,
  };
  const said = talk.interruptions.map(({ heard }) => heard);
  const requests = [0, 1].map((index) => ({
    ...{ system: 'c0', said: said.slice(0, index), answer: 'one two', askedAt: 0, sentenceAt: 0 },
  }));
  return figuresOf({ talks: [talk], requests, usage, ownDelayMs: 0, ownCores: 0 });
}

const wordEnds = new Map([['one two', [0.4, 0.9]]]);

function isHistoryRight(runs: readonly Figures[]): boolean | undefined {
  const found = { histories: historiesOf(runs, wordEnds), memory: { live: 0, resident: 0 }, runs: runs.length };
  const rows = crowdRows(runs[0]!, { ...found, conversations: 1, interruptions: 1 });
  return rows.find(({ id }) => id === 'conversation.crowd.history')?.pass;
}

describe('a conversation of the bench', () => {
  for (const isReady of [true, false]) {
    it(`that the server closes ${isReady ? 'before its end' : 'before it is ready'} is an error`, async () => {
      sockets.once('connection', (socket) => {
        socket.once('message', () => {
          if (isReady) socket.send(JSON.stringify({ type: 'session_ready', call_id: 'call' }));
          socket.close(1011);
        });
      });
      const options = { url: await address(), agentId: 'agent', pacer, sentences: [], random: () => 1 };
      const talk = new Talk('c0', { ...options, interruptions: 1, staggerSeconds: 60 });
      await talk.run();
      assert.deepEqual(talk.errors, ['the socket closed with 1011']);
    });
  }

  it('is compared by its transcript once its call has ended', async () => {
    const turn = { role: 'assistant', text: 'Hello.' };
    const answers = [
      { status: 'created' },
      { status: 'started', transcript: [turn] },
      { status: 'completed', transcript: [turn, turn] },
    ];
    http.on('request', (_request, response) => response.end(JSON.stringify(answers.shift())));
    assert.deepEqual(await keptOf(await address(), 'call'), ['Hello.', 'Hello.']);
  });

  it('has its history looked at in each run, also in those whose times are not shown', () => {
    const [right, wrong] = [figures(talkOf('one')), figures(talkOf('one two'))];
    assert.equal(isHistoryRight([right, right]), true);
    assert.equal(isHistoryRight([right, wrong]), false);
  });

  it('that was interrupted less often than asked is a miss', () => {
    assert.equal(isHistoryRight([figures(talkOf('one', 0))]), false);
  });

  it('that the model was asked in more often than it answered is told', () => {
    assert.equal(figures(talkOf('one')).leftOut, 1);
  });
});
