/** Calls as another server on the database and the folder of a test server carries them. */
import { CallService } from '../../src/calls/calls.ts';
import type { NewCall } from '../../src/calls/call.ts';
import { openBlobs } from '../../src/store/blobs/index.ts';
import { openStore, type Store } from '../../src/store/index.ts';
import { passwordCost } from '../../src/store/testing.ts';

export interface Carrier extends AsyncDisposable {
  readonly calls: CallService;
  readonly store: Store;
  readonly newCall: (agentId: string) => NewCall;
}

/** @param dataDir of the server */
export async function carrierOf({ dataDir }: { readonly dataDir: string }): Promise<Carrier> {
  const store = await openStore({ dataDir, passwordCost });
  const blobs = await openBlobs({ dataDir });
  const calls = await CallService.start({ store, blobs, dataDir });
  const { id: organizationId } = (await store.organizations.first())!;
  return {
    calls,
    store,
    newCall: (agentId) => ({
      organizationId,
      keyId: null,
      agentId,
      agentVersionId: 'agent_version_1',
      agentName: 'Front desk',
      channel: 'websocket',
      sampleRate: 8000,
      dynamicVariables: { name: 'Ada' },
    }),
    async [Symbol.asyncDispose]() {
      await calls.close();
      await blobs.close();
      await store.close();
    },
  };
}

/** A call with two turns and a tenth of a second of audio, which has ended. */
export async function endedCall({ calls, newCall }: Carrier, agentId: string): Promise<string> {
  const call = await calls.begin(newCall(agentId));
  call.turn({ number: 1, role: 'user', text: 'Hello', startTime: 0.1, endTime: 0.5, interrupted: false });
  call.turn({ number: 2, role: 'assistant', text: 'Hello, Ada', startTime: 0.7, endTime: 1.4, interrupted: true });
  call.heardCaller(0, new Int16Array(800).fill(1));
  call.playedAgent(400, new Int16Array(400).fill(2));
  await call.end({ status: 'completed', reason: 'client_hangup' });
  return call.id;
}
