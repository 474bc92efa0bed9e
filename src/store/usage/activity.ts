/** What organizations made and how soon, summed by hour and day (docs/rules.md#usage-activity). */
import { sql, type Kysely } from 'kysely';
import type { Schema } from '../schema.ts';
import type { ActivityTable, FirstAudioTable } from './schema.ts';

/** Numbers to add to those of one hour or day and one combination of its other columns. */
export type ActivityRow = Readonly<ActivityTable>;
/** Utterances to add to one bucket. */
export type FirstAudioRow = Readonly<FirstAudioTable>;

/** What activity can be grouped by, and the column that holds it. */
export const activityGroups = { capability: 'capability', voice: 'voice_id', api_key: 'api_key_id' } as const;
/** A name by which activity can be grouped. */
export type ActivityGroup = keyof typeof activityGroups;

/** Which sums are meant, and what they are grouped by. */
export interface ActivityFilter {
  readonly unit: ActivityTable['unit'];
  /** The first period. */
  readonly from: string;
  /** The one after the last period. */
  readonly to: string;
  readonly capability?: string | undefined;
  readonly voiceId?: string | undefined;
  readonly apiKeyId?: string | undefined;
  readonly groupBy?: ActivityGroup | undefined;
}

/** Of one period; `group` is empty where nothing is grouped. */
export interface ActivitySum extends Pick<
  ActivityRow,
  'period' | 'requests' | 'refused' | 'failed' | 'audio_ms' | 'characters'
> {
  readonly group: string;
}

/** Utterances of one period in one bucket. */
export interface FirstAudioSum extends Pick<FirstAudioRow, 'period' | 'bucket' | 'count'> {
  readonly group: string;
}

export interface UsageActivity {
  /** Adds to the sums of any organizations. Several statements: call it inside a transaction. */
  readonly add: (rows: readonly ActivityRow[], firstAudio: readonly FirstAudioRow[]) => Promise<void>;
  /** In the order of the periods; those without activity are left out. */
  readonly sums: (organizationId: string, filter: ActivityFilter) => Promise<readonly ActivitySum[]>;
  /** In the order of the periods; empty buckets are left out. */
  readonly firstAudio: (organizationId: string, filter: ActivityFilter) => Promise<readonly FirstAudioSum[]>;
  /** Removes the hours or days before a period, of all organizations. */
  readonly forget: (unit: ActivityTable['unit'], before: string) => Promise<void>;
}

/** Rows of one statement, since the databases bound the parameters of one. */
const batch = 500;

const keyColumns = ['organization_id', 'unit', 'period', 'capability', 'voice_id', 'api_key_id'] as const;

export function usageActivity(db: Kysely<Schema>): UsageActivity {
  const wanted = (organizationId: string, { unit, from, to, capability, voiceId, apiKeyId }: ActivityFilter) => {
    const conditions = [
      sql`organization_id = ${organizationId} and unit = ${unit} and period >= ${from} and period < ${to}`,
      ...(capability === undefined ? [] : [sql`capability = ${capability}`]),
      ...(voiceId === undefined ? [] : [sql`voice_id = ${voiceId}`]),
      ...(apiKeyId === undefined ? [] : [sql`api_key_id = ${apiKeyId}`]),
    ];
    return sql<boolean>`${sql.join(conditions, sql` and `)}`;
  };
  const groupOf = (groupBy: ActivityGroup | undefined) =>
    groupBy === undefined ? sql<string>`''` : sql<string>`${sql.ref(activityGroups[groupBy])}`;

  return {
    async add(rows, firstAudio) {
      for (let at = 0; at < rows.length; at += batch) {
        await db
          .insertInto('usage_activity')
          .values(rows.slice(at, at + batch))
          .onConflict((conflict) =>
            conflict.columns(keyColumns).doUpdateSet((eb) => ({
              requests: eb('usage_activity.requests', '+', eb.ref('excluded.requests')),
              refused: eb('usage_activity.refused', '+', eb.ref('excluded.refused')),
              failed: eb('usage_activity.failed', '+', eb.ref('excluded.failed')),
              audio_ms: eb('usage_activity.audio_ms', '+', eb.ref('excluded.audio_ms')),
              characters: eb('usage_activity.characters', '+', eb.ref('excluded.characters')),
            })),
          )
          .execute();
      }
      for (let at = 0; at < firstAudio.length; at += batch) {
        await db
          .insertInto('usage_first_audio')
          .values(firstAudio.slice(at, at + batch))
          .onConflict((conflict) =>
            conflict
              .columns([...keyColumns, 'bucket'])
              .doUpdateSet((eb) => ({ count: eb('usage_first_audio.count', '+', eb.ref('excluded.count')) })),
          )
          .execute();
      }
    },
    sums(organizationId, filter) {
      const group = groupOf(filter.groupBy);
      const grouped = db
        .selectFrom('usage_activity')
        .where(wanted(organizationId, filter))
        .select(({ fn }) => [
          'period',
          group.as('group'),
          fn.sum<number>('requests').as('requests'),
          fn.sum<number>('refused').as('refused'),
          fn.sum<number>('failed').as('failed'),
          fn.sum<number>('audio_ms').as('audio_ms'),
          fn.sum<number>('characters').as('characters'),
        ])
        .groupBy('period')
        .orderBy('period');
      return (
        filter.groupBy === undefined ? grouped : grouped.groupBy(activityGroups[filter.groupBy]).orderBy(group)
      ).execute();
    },
    firstAudio(organizationId, filter) {
      const group = groupOf(filter.groupBy);
      const grouped = db
        .selectFrom('usage_first_audio')
        .where(wanted(organizationId, filter))
        .select(({ fn }) => ['period', group.as('group'), 'bucket', fn.sum<number>('count').as('count')])
        .groupBy(['period', 'bucket'])
        .orderBy('period')
        .orderBy('bucket');
      return (filter.groupBy === undefined ? grouped : grouped.groupBy(activityGroups[filter.groupBy])).execute();
    },
    async forget(unit, before) {
      for (const table of ['usage_activity', 'usage_first_audio'] as const) {
        for (;;) {
          // One period at a time: the embedded database does nothing else meanwhile.
          const oldest = db
            .selectFrom(table)
            .select('period')
            .where('unit', '=', unit)
            .where('period', '<', before)
            .orderBy('period')
            .limit(1);
          const { numDeletedRows } = await db
            .deleteFrom(table)
            .where('unit', '=', unit)
            .where('period', 'in', oldest)
            .executeTakeFirst();
          if (numDeletedRows === 0n) break;
        }
      }
    },
  };
}
