/** `sonorant settings`: prints the table of settings. */
import type { Command } from 'commander';
import { requireDatabaseRuntime } from './runtime.ts';

export function addSettings(program: Command): void {
  program
    .command('settings')
    .description('Print every setting of the server with its default, as Markdown.')
    .action(async () => {
      requireDatabaseRuntime();
      const { renderSettings } = await import('../server/config.ts');
      process.stdout.write(renderSettings());
    });
}
