/** Models and jobs as clients see them. */
import type { z } from 'zod';
import type { CatalogueEntry } from '../../models/catalogue-entry.ts';
import { downloadSize, entryNamed } from '../../models/catalogue.ts';
import type { InstalledModel } from '../../models/folder.ts';
import type { InstallJob } from '../../models/install-jobs.ts';
import { partOfKind } from '../../models/kinds.ts';
import { licenceSummary } from '../../models/licence-words.ts';
import { memoryOf } from '../../models/memory.ts';
import { purposeOf } from '../../models/recommended.ts';
import type { jobSchema, modelSchema } from './schema.ts';

type Model = z.output<typeof modelSchema>;

/** One that can be installed. */
export function wireEntry(entry: CatalogueEntry, recommendedFor: readonly string[]): Model {
  const { name, kind, family, languages, speakers = null, streaming = null } = entry;
  return {
    ...{ name, state: 'available', problem: null, kind, purpose: purposeOf(entry), family },
    ...{ languages: [...languages], speakers, streaming },
    ...{ download_bytes: downloadSize(entry), installed_bytes: null, memory_bytes: memoryOf(entry) ?? null },
    licence: wireLicence(entry.licence, entry),
    is_verified: entry.files.every(({ checksums }) => checksums !== null),
    recommended_for: [...recommendedFor],
    model_id: null,
  };
}

/** One that is installed, of the table or not. */
export function wireInstalled(model: InstalledModel, recommendedFor: readonly string[]): Model {
  const { name, manifest, bytes, problem = null } = model;
  const entry = entryNamed(name);
  const state: Model['state'] = problem === null ? 'installed' : 'damaged';
  const common = {
    ...{ name, state, problem, installed_bytes: bytes },
    download_bytes: entry === undefined ? null : downloadSize(entry),
    recommended_for: [...recommendedFor],
    is_verified: entry?.files.every(({ checksums }) => checksums !== null) ?? null,
  };
  if (manifest === undefined) {
    return {
      ...common,
      ...{ kind: null, purpose: null, family: null, languages: [], speakers: null, streaming: null },
      ...{ memory_bytes: null, licence: wireLicence(entry?.licence ?? null, entry), model_id: null },
    };
  }
  const { kind, languages, memoryBytes, licence } = manifest;
  const { family, speakers, streaming = null } = partOfKind(manifest);
  return {
    ...common,
    ...{ kind, purpose: purposeOf({ kind, speakers }), family, languages: [...languages] },
    ...{ speakers: speakers ?? null, streaming, memory_bytes: memoryBytes },
    licence: wireLicence(licence, entry),
    model_id: kind === 'voice' ? `neural:${name}` : null,
  };
}

function wireLicence(licence: string | null, entry: CatalogueEntry | undefined): Model['licence'] {
  const { words, commercial, url } = licenceSummary(licence);
  return { name: licence, words, commercial, url, page: entry?.licencePage ?? entry?.modelCard ?? null };
}

/** The installation of a model. */
export function wireJob(job: InstallJob): z.output<typeof jobSchema> {
  const { id, name, state, step, bytes, total, from, licence, error, byHand } = job;
  return {
    ...{ id, model: name, state, step, bytes, total, from, licence, error, by_hand: byHand },
    percent: state === 'succeeded' ? 100 : total === 0 ? null : Math.min(100, Math.floor((100 * bytes) / total)),
    created_at: job.createdAt,
    started_at: job.startedAt,
    ended_at: job.endedAt,
  };
}
