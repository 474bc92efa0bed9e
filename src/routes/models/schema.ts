/** The wire form of models and of the jobs that install them. */
import { z } from 'zod';
import { modelKinds } from '../../model-files/manifest.ts';
import { jobStates, jobSteps } from '../../models/install-jobs.ts';
import { purposes } from '../../models/recommended.ts';

const licenceSchema = z
  .object({
    name: z.string().nullable().describe('SPDX identifier, or in words; null where the table knows none.'),
    words: z.string().nullable().describe('What it means for those who use the model; its text is what holds.'),
    commercial: z.boolean().nullable().describe('Whether it may be used to earn money; null where that is not known.'),
    url: z.string().nullable().describe('Address of its text.'),
    page: z.string().nullable().describe('Address of the page that states it for this model.'),
  })
  .meta({ id: 'ModelLicence' });

export const modelSchema = z
  .object({
    name: z.string(),
    state: z.enum(['available', 'installed', 'damaged']),
    problem: z.string().nullable().describe('What is wrong with a damaged one.'),
    kind: z.enum(modelKinds).nullable().describe('Null for a damaged one that does not say it.'),
    purpose: z
      .enum(purposes)
      .nullable()
      .describe('`speaking` with its own speakers, `cloning` with cloned voices only, `hearing`, `detecting` speech.'),
    family: z.string().nullable().describe('How it is built, such as `piper`.'),
    languages: z.array(z.string()).describe('ISO 639-1; empty where they make no difference, or its files name them.'),
    speakers: z.int().nullable().describe('Built-in ones; null for one that does not speak.'),
    streaming: z.boolean().nullable().describe('It hears while it is spoken to; null for one that does not hear.'),
    download_bytes: z.int().nullable().describe('Null for one that is not of the table.'),
    installed_bytes: z.int().nullable().describe('On the disk of this server; null for one that is not installed.'),
    memory_bytes: z.int().nullable().describe('About, while it is loaded; null where it is known only once installed.'),
    licence: licenceSchema,
    is_verified: z.boolean().nullable().describe('Whether checksums are recorded for all files of a download.'),
    recommended_for: z
      .array(z.string())
      .describe(
        'Languages for which it is the first choice on this machine for its purpose; `*` is any other language.',
      ),
    model_id: z.string().nullable().describe('Of requests that are to be spoken by it; of installed voices only.'),
  })
  .meta({ id: 'Model', description: 'A model that is installed in this server’s data folder, or can be.' });

export const modelsQuery = z.object({
  purpose: z.enum(purposes).optional().describe('Only models for this.'),
});

export const modelsSchema = z.object({
  data: z
    .array(modelSchema)
    .describe('The installed ones by name, then those that can be, in the order in which they are recommended.'),
  machine: z
    .object({
      memory_bytes: z.int().describe('What loaded models may take together (`SONORANT_MODELS_MEMORY`).'),
      free_disk_bytes: z.int().describe('On the disk of the data folder.'),
      cores: z.int(),
      can_run: z.boolean().describe('Whether the optional package `sherpa-onnx-node`, which runs models, is there.'),
    })
    .meta({ id: 'ModelMachine', description: 'The machine that answers; other nodes have their own.' }),
});

const byHandSchema = z
  .object({
    text: z.string().describe('What is to be done, in a sentence.'),
    folder: z.string().describe('Folder of the server to put the files into, under their names.'),
    files: z.array(
      z.object({
        name: z.string(),
        url: z.string().describe('Where the publisher has it.'),
        bytes: z.int().describe('About, where no checksum is recorded.'),
      }),
    ),
  })
  .meta({ id: 'ModelFilesByHand', description: 'Files to carry to a server that cannot download them.' });

export const jobSchema = z
  .object({
    id: z.string(),
    model: z.string(),
    state: z
      .enum(jobStates)
      .describe('`interrupted`: the server stopped meanwhile. What did not succeed is gone on with by `POST /models`.'),
    step: z.enum(jobSteps).nullable().describe('What is being done, or was when it ended without success.'),
    bytes: z.int().describe('Of the step; while it downloads, with what earlier jobs had downloaded.'),
    total: z.int().describe('Of the step; 0 where it cannot be counted.'),
    percent: z.int().min(0).max(100).nullable().describe('Of the step; null where it cannot be counted.'),
    from: z.string().nullable().describe('The mirror that was asked for.'),
    licence: z.string().nullable().describe('That was accepted; null before it is known.'),
    error: z.string().nullable().describe('Why it did not succeed.'),
    by_hand: byHandSchema.nullable().describe('What to do where the files cannot be downloaded.'),
    created_at: z.string(),
    started_at: z.string().nullable(),
    ended_at: z.string().nullable(),
  })
  .meta({ id: 'ModelJob', description: 'The installation of one model.' });

export const newModelSchema = z.object({
  name: z.string().min(1).max(200).describe('A name of `GET /models`, in any case.'),
  accept_licence: z
    .boolean()
    .optional()
    .describe(
      'Must be true: the licence that `GET /models` shows is accepted by it. What has none there is accepted as unknown.',
    ),
  from: z
    .url({ protocol: /^https?$/, error: 'Must be an http or https address' })
    .max(2000)
    .refine(isPlain, {
      error:
        'Must have no user, password, query or fragment: jobs show it to every administrator, and files are asked for without them',
    })
    .optional()
    .describe(
      'A mirror, without user, password, query or fragment: the path behind the publisher’s host is the same there. Recorded checksums hold for it too; a model without them (`is_verified` is false) is taken as it comes from there.',
    ),
});

/** Nothing but a scheme, a host and a path. What is no address at all is told of elsewhere. */
function isPlain(address: string): boolean {
  if (!URL.canParse(address)) return true;
  const { username, password, search, hash } = new URL(address);
  return [username, password, search, hash].every((part) => part === '');
}
