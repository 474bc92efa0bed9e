import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { CommandError } from './errors.ts';

/** Beside the source in a checkout; the published package has none. */
const bench = fileURLToPath(new URL('../../bench/main.ts', import.meta.url));

export function addBench(program: Command): void {
  program
    .command('bench')
    .description('Measure latency and throughput on this machine (in a checkout only).')
    .argument('[options...]', 'given to the bench as they are')
    .helpOption(false)
    .allowUnknownOption()
    .action(async (options: readonly string[]) => {
      if (!import.meta.url.endsWith('.ts') || !existsSync(bench)) {
        throw new CommandError(
          'the bench is not part of this package: clone the repository and run "npm run bench" there',
        );
      }
      const [code] = (await once(spawn(process.execPath, [bench, ...options], { stdio: 'inherit' }), 'exit')) as [
        number | null,
      ];
      if (code !== 0) throw new CommandError(`the bench ended with code ${code ?? 'none'}`, code ?? 1);
    });
}
