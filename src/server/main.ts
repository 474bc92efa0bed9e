/**
 * The process: prints where it listens, reads its engines anew at SIGHUP, and stops at the other signals or after an exception
 * that nothing caught.
 */
import { closeSync, openSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { HttpClient } from '../outbound/http-client.ts';
import { languages } from '../voices/languages.ts';
import { banner } from './banner.ts';
import { ConfigError } from './config.ts';
import type { ServerChoices } from './shared-limits.ts';
import { startServer, type RunningServer } from './start.ts';

/** A signal to the process group comes twice, since npm passes its own on: within this time both are one. */
const sameSignalMs = 1000;

/**
 * Runs until a signal to stop; the first one drains, the second one ends at once.
 * @param choices what no setting changes; each part has its default
 */
export async function serve(choices: ServerChoices = {}): Promise<void> {
  try {
    let started: RunningServer | undefined;
    let missedReloads = 0;
    // By itself the signal would end a server that is still starting.
    process.on('SIGHUP', () => {
      if (hasLostTerminal()) process.kill(process.pid, 'SIGTERM');
      else if (started === undefined) missedReloads++;
      else void started.reloadModels();
    });
    const server = (started = await startServer(process.env, undefined, choices));
    // The models were read at the beginning of the start.
    if (missedReloads > 0) void server.reloadModels();
    let firstAt: number | undefined;
    let stopped: Promise<void> | undefined;
    const stop = (delayMs?: number): Promise<void> => (stopped ??= server.stop(delayMs));
    const onSignal = (): void => {
      if (firstAt !== undefined && performance.now() - firstAt > sameSignalMs) process.exit(1);
      if (firstAt !== undefined) return;
      firstAt = performance.now();
      void stop().then(() => process.exit(process.exitCode ?? 0));
    };
    process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
    installCrashHandlers(server.logger, () => stop(0));
    // The last step: who reads it may stop the server at once.
    // A log that is kept is no place for a link that opens everything.
    console.log(banner({ ...server, consoleUrl: server.consoleUrl(process.stdout.isTTY) }));
    void server.warmed.then(warmUp);
  } catch (error) {
    console.error(
      error instanceof ConfigError
        ? error.message
        : `Sonorant did not start: ${error instanceof Error ? error.message : String(error)}`,
    );
    process.exitCode = 1;
  }
}

/** Between two languages: the requests that a start is waited for by come first, and all are warm after some seconds. */
const warmUpPauseMs = 100;

/**
 * The first request to another server takes some 100 ms more than later ones, and the first text of a language some 20, which callers
 * are spared. One at a time, so that what comes meanwhile waits for one of them.
 */
async function warmUp(): Promise<void> {
  await setTimeout(warmUpPauseMs, undefined, { ref: false });
  HttpClient.warmUp();
  // Imported by the server already; its tables are not to be read before the engines begin to load.
  const { spokenOf } = await import('../text/normalise/index.ts');
  for (const language of languages) {
    await setTimeout(warmUpPauseMs, undefined, { ref: false });
    spokenOf(['-5', 'kg,', '€5,', '12:30', '3/4'], language, 'auto');
  }
}

/** Whether the process was started at a terminal that has been closed, which sends the same signal as an operator does. */
function hasLostTerminal(): boolean {
  if (!process.stdin.isTTY) return false;
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return false;
  } catch {
    return true;
  }
}

/**
 * A rejection that nothing handled is one task that failed: it is logged, and everything else goes on. An exception that
 * nothing caught leaves unknown state: the process takes no new request, lets running speech end and exits with 1, so that
 * its supervisor starts a fresh one.
 */
function installCrashHandlers(logger: Logger, stop: () => Promise<void>): void {
  process.on('unhandledRejection', (reason) => logger.error({ err: reason }, 'a task failed that nothing waited for'));
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'an error that nothing caught; the server stops');
    process.exitCode = 1;
    void stop().finally(() => process.exit(1));
  });
}

if (import.meta.main) await serve();
