/** The wire form of files. */
import { z } from 'zod';
import { ownerId, type FileRow } from '../../store/index.ts';

/** What a file is for. All of them are audio. */
export const filePurposes = ['agent_background_sound', 'fine_tune', 'tts_generation', 'voice-clone'] as const;
export type FilePurpose = (typeof filePurposes)[number];

export const purposeField = z.enum(filePurposes).describe('What the file is for.');

export const fileSchema = z
  .object({
    id: z.string(),
    filename: z.string(),
    purpose: z.enum(filePurposes),
    size: z.int().describe('Bytes.'),
    status: z.literal('ready'),
    owner_id: z.string().describe('The organization it belongs to.'),
    created_at: z.string().describe('ISO 8601 date and time.'),
  })
  .meta({ id: 'File', description: 'A file that was uploaded, or speech that was kept.' });

export const fileListSchema = z.object({
  data: z.array(fileSchema),
  has_more: z.boolean().describe('Whether more items follow in the direction of the walk.'),
});

/** A file as clients see it. */
export function wireFile(row: FileRow): z.output<typeof fileSchema> {
  return {
    id: row.id,
    filename: row.filename,
    purpose: row.purpose as FilePurpose,
    size: row.size,
    status: 'ready',
    owner_id: ownerId(row.organization_id),
    created_at: row.created_at,
  };
}
