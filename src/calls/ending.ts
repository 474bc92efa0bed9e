/** The end of a call, with the event and the use that come of it and the job that is to find out more about it, in one transaction. */
import type { CallRow, HeldCall, Repositories, Store, StoredRecording } from '../store/index.ts';
import { emitCallEvent } from '../webhooks/envelope.ts';
import { enqueueAnalysis } from './analysis.ts';
import type { CallEnding } from './call.ts';
import { wireCall } from './wire.ts';

/** An end as it is written. */
export interface WrittenEnd extends CallEnding {
  readonly endedAt: Date;
  readonly recording?: StoredRecording | undefined;
}

/** Undefined when the call is no longer held: then it has ended already. */
export function endCall(
  store: Pick<Store, 'transaction'>,
  held: HeldCall & Pick<CallRow, 'started_at'>,
  { status, reason, errorMessage, endedAt, recording }: WrittenEnd,
): Promise<CallRow | undefined> {
  return store.transaction(async (repositories) => {
    const row = await repositories.calls.end(held, {
      status,
      end_reason: reason,
      error_message: errorMessage ?? null,
      ended_at: endedAt.toISOString(),
      seconds: Math.max(0, endedAt.getTime() - Date.parse(held.started_at ?? endedAt.toISOString())) / 1000,
      recording,
    });
    if (row === undefined) return undefined;
    await emitEnd(repositories, row);
    await enqueueAnalysis(repositories, row);
    await countUse(repositories, row);
    return row;
  }, 'locked');
}

async function emitEnd(repositories: Repositories, row: CallRow): Promise<void> {
  const { organization_id: organizationId, agent_id: agentId } = row;
  const call = wireCall(row, await repositories.calls.turns(organizationId, [row.id]));
  const type = row.status === 'failed' ? 'call_failed' : 'call_completed';
  await emitCallEvent(repositories, { organizationId, agentId, type, members: { call } });
}

/** One credit for each minute that has begun. */
async function countUse({ usage }: Repositories, row: CallRow): Promise<void> {
  const credits = Math.ceil((row.seconds ?? 0) / 60);
  if (credits === 0) return;
  await usage.add([
    {
      organization_id: row.organization_id,
      day: row.ended_at!.slice(0, 10),
      capability: 'agent',
      model_id: '',
      voice_id: '',
      api_key_id: row.api_key_id ?? '',
      credits,
    },
  ]);
}
