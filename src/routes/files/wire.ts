import type { z } from 'zod';
import type { FileRow } from '../../store/index.ts';
import type { FilePurpose, fileSchema } from './schema.ts';

/** An organization as the owner of something. */
export function ownerId(organizationId: string): string {
  return `org_${organizationId}`;
}

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
