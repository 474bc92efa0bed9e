/** Recordings that a process has left in the data folder: it was killed, or the object store was away at the end of a call. */
import { readdir } from 'node:fs/promises';
import type { Blobs } from '../store/blobs/index.ts';
import type { Store } from '../store/index.ts';
import { recordingOf, removeRecording, storeRecording, type RecordingName } from './recorder.ts';

export interface AdoptionOptions {
  readonly store: Pick<Store, 'calls'>;
  readonly blobs: Pick<Blobs, 'put' | 'delete'>;
  /** Folder of the recordings that are being made. */
  readonly folder: string;
  /** Whether this process carries the call. */
  readonly isOpen: (callId: string) => boolean;
  readonly onProblem: (problem: string, error: unknown) => void;
}

/** Gives each to its call, where that has ended without one; removes those that no call may have. */
export async function adoptRecordings({ folder, isOpen, onProblem, ...stores }: AdoptionOptions): Promise<void> {
  const names = new Map<string, RecordingName>();
  for (const name of (await readdir(folder)).map(recordingOf)) {
    if (name !== undefined && !isOpen(name.callId)) names.set(name.callId, { ...name, folder });
  }
  for (const name of names.values()) {
    await adopt(name, stores).catch((error: unknown) => onProblem('a recording that was left is tried again', error));
  }
}

async function adopt(name: RecordingName, { store, blobs }: Pick<AdoptionOptions, 'store' | 'blobs'>): Promise<void> {
  const { organizationId, callId } = name;
  const call = await store.calls.find(organizationId, callId);
  // Another process carries it, or it is yet to be ended.
  if (call !== undefined && call.lease_owner !== null) return;
  if (call?.recorded === 1 && call.recording === null && call.redacted_at === null) {
    const recording = await storeRecording(blobs, name, call.sample_rate);
    if (recording !== undefined && !(await store.calls.attachRecording(organizationId, callId, recording))) {
      await blobs.delete(recording.key);
    }
  }
  await removeRecording(name);
}
