import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import { loadConfig } from './config.ts';
import { openSharedStore } from './shared-limits.ts';
import { databases, withDatabase } from '../store/testing.ts';

const database = databases.PostgreSQL;
if (database !== undefined) {
  it('the log says once that a pooler knows no prepared statements, and what to set', { timeout: 10_000 }, () =>
    withDatabase(database, async ({ databaseUrl }) => {
      const lines: string[] = [];
      const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
      const config = loadConfig({ SONORANT_DATABASE_URL: databaseUrl, SONORANT_DATABASE_CONNECTIONS: '1' });
      const store = await openSharedStore(config, undefined, logger);
      try {
        const find = () => store.voices.find('organization_none', 'voice_none');
        assert.equal(await find(), undefined);
        await sql`deallocate all`.execute(store.database.db);
        for (let count = 0; count < 3; count++) assert.equal(await find(), undefined);
        assert.equal(lines.length, 1);
        assert.match(lines[0]!, /does not know prepared statements.*max_prepared_statements/);
      } finally {
        await store.close();
      }
    }),
  );
}
