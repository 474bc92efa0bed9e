import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/** Name of the setting that holds the fingerprint of the secret which opens what the rows have sealed. */
export const secretSetting = 'secret';

/** Values of the installation itself, by name. Each is written once. */
export interface Settings {
  /**
   * Writes the value where there is none yet.
   * @returns the value that is kept
   */
  readonly claim: (name: string, value: string) => Promise<string>;
}

export function settings(db: Kysely<Schema>): Settings {
  return {
    async claim(name, value) {
      await db
        .insertInto('settings')
        .values({ id: name, value })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return (await db.selectFrom('settings').select('value').where('id', '=', name).executeTakeFirstOrThrow()).value;
    },
  };
}
