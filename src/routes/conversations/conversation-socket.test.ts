/** How a call ends whose socket ends while it begins. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defaultConfig } from '../../agents/config.ts';
import type { CallEnding, OpenCall } from '../../calls/call.ts';
import { fakeLanguageModel } from '../../language-models/fake/index.ts';
import { TestClock } from '../../timing/testing.ts';
import { agentLine } from './agent-socket.ts';
import { ConversationSocket, type ConversationSocketOptions } from './conversation-socket.ts';

/** Begins a call, and ends its socket before the database has it. */
async function endedWhileBeginning(end: (socket: ConversationSocket) => void): Promise<CallEnding> {
  const ended = Promise.withResolvers<CallEnding>();
  const call: OpenCall = {
    id: 'ac_1',
    ending: new AbortController().signal,
    turn: () => undefined,
    heardCaller: () => undefined,
    playedAgent: () => undefined,
    end(ending) {
      ended.resolve(ending);
      return Promise.resolve();
    },
  };
  const asked = Promise.withResolvers<undefined>();
  const begun = Promise.withResolvers<OpenCall>();
  const descriptor = fakeLanguageModel();
  const clock = new TestClock();
  const socket = new ConversationSocket({
    clock,
    request: { id: 'r', principal: { organizationId: 'ours', keyId: 'key' } },
    prepared: {
      agent: { id: 'agent', name: 'Front desk', version: { id: 'version' } },
      config: defaultConfig({ voiceId: 'voice', modelId: 'fake' }),
      ...{ tools: [], descriptor, model: descriptor.open(), hearing: undefined, variables: {} },
    },
    prepareAgain: () => Promise.reject(new Error('prepared again')),
    routes: {
      calls: {
        begin() {
          asked.resolve(undefined);
          return begun.promise;
        },
      },
      ...{ observe: () => ({}), metrics: {}, callWebhook: () => Promise.reject(new Error('called')), maxSeconds: 60 },
    },
    control: { end: () => undefined },
    ...{ onBegin: () => undefined, onEvent: () => undefined, onError: () => undefined },
  } as unknown as ConversationSocketOptions);
  const line = agentLine({ format: 'pcm_16000', leadMs: 200, hasEcho: false, clock }, () => undefined);
  socket.begin({ line, variables: {} });
  await asked.promise;
  end(socket);
  // What the client does about it says nothing.
  socket.end('client_disconnected');
  begun.resolve(call);
  return ended.promise;
}

describe('a call whose socket ends while it begins', () => {
  it('has failed where the server ends it', async () => {
    const message = 'The server is shutting down.';
    const ending = await endedWhileBeginning((socket) => socket.fail(message));
    assert.deepEqual(ending, { status: 'failed', reason: 'error', errorMessage: message });
  });

  it('is completed where the client leaves', async () => {
    for (const reason of ['client_hangup', 'client_disconnected'] as const) {
      const ending = await endedWhileBeginning((socket) => socket.end(reason));
      assert.deepEqual(ending, { status: 'completed', reason });
    }
  });
});
