/** The wire form of datasets. */
import { z } from 'zod';

export const datasetSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    created_at: z.string().describe('ISO 8601 date and time.'),
  })
  .meta({ id: 'Dataset', description: 'A named collection of clips to fine-tune from.' });

export const datasetFileSchema = z
  .object({
    id: z.string(),
    filename: z.string(),
    created_at: z.string().describe('ISO 8601 date and time.'),
    size: z.int().describe('Bytes.'),
  })
  .meta({ id: 'DatasetFile' });

/** Of creating and of changing: both are always given. */
export const datasetBody = z.object({ name: z.string().min(1).max(256), description: z.string().max(4096) });
