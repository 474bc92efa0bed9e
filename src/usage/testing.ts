/** Meters for tests. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { openStore, type Store } from '../store/index.ts';
import { UsageMeter, type MeterOptions, type Usage } from './meter.ts';

const folders: string[] = [];
/** A folder of its own that {@link removeFoldersAfter} removes. */
export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'sonorant-usage-'));
  folders.push(path);
  return path;
}
/** For the top of a test file. */
export function removeFoldersAfter(): void {
  after(() => {
    for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true });
  });
}

/** Speech of so many credits. */
export function spoken(
  credits: number,
  changes: { readonly organizationId?: string; readonly voiceId?: string } = {},
): Usage {
  return { organizationId: 'ours', capability: 'tts', modelId: 'm', voiceId: 'v', apiKeyId: 'k', credits, ...changes };
}

/** Files of the journals in a data folder. */
export function journals(dataDir: string): string[] {
  return readdirSync(join(dataDir, 'usage'));
}

/** All credits that are in the database. */
export async function total(store: Store, organizationId = 'ours'): Promise<number> {
  return (await store.usage.daily(organizationId, { from: '2000-01-01', to: '9999-01-01' })).reduce(
    (sum, { credits }) => sum + credits,
    0,
  );
}

/** Runs a test with a store in memory and meters on a folder. */
export async function using(
  use: (parts: {
    store: Store;
    dataDir: string;
    open: (options?: Partial<MeterOptions>) => Promise<UsageMeter>;
  }) => Promise<void>,
): Promise<void> {
  const store = await openStore();
  const dataDir = folder();
  const open = (options: Partial<MeterOptions> = {}) =>
    UsageMeter.open({ store, dataDir, flushMs: 3_600_000, ...options });
  try {
    await use({ store, dataDir, open });
  } finally {
    await store.close();
  }
}
