#!/usr/bin/env node
// Finds the command and a Node that can run it. In a checkout that is the TypeScript source, with this Node when it runs
// TypeScript and otherwise with the one that the `node` package brings; in the published package it is the build.
import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import module from 'node:module';
import { constants } from 'node:os';
import { setTimeout } from 'node:timers';
import { fileURLToPath } from 'node:url';

/** The launcher's own; a checkout brings a newer one to run the source with. */
const oldestNode = 20;
/** What the build needs (`AsyncDisposableStack`). */
const oldestNodeOfBuild = 24;
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** Tells the child that this file started it. */
const launched = 'SONORANT_LAUNCHED';
/** How long the child may take to get a signal that was sent to the whole process group. */
const groupSignalMs = 100;

const here = (path) => new URL(`../${path}`, import.meta.url);
const source = here('src/cli/main.ts');
const build = here('dist/cli/main.js');
const packagedNode = fileURLToPath(here(`node_modules/node/bin/node${process.platform === 'win32' ? '.exe' : ''}`));

const fail = (message) => {
  console.error(`sonorant: ${message}`);
  process.exitCode = 1;
};

const runHere = async (file) => {
  if (process.env[launched] !== undefined) followLauncher();
  delete process.env[launched];
  keepCompiled();
  const { run } = await import(file.href);
  const code = await run(process.argv.slice(2));
  if (code !== 0) process.exit(code);
};

/**
 * What was compiled is kept for the next start, which then takes little more than half the processor time. It is kept beside the code,
 * where writing takes the same rights as changing the code, not in the folder for temporary files. A folder that cannot be written
 * keeps nothing, without an error.
 */
const keepCompiled = () => {
  if (process.env.NODE_COMPILE_CACHE !== undefined || process.env.NODE_DISABLE_COMPILE_CACHE !== undefined) return;
  const folder = fileURLToPath(here('node_modules/.cache/compiled'));
  const { ENABLED } = module.constants.compileCacheStatus;
  // The threads of the server read it from there.
  if (module.enableCompileCache(folder).status === ENABLED) process.env.NODE_COMPILE_CACHE = folder;
};

/** Runs this file again with the packaged Node and ends as that ends. */
const runWithPackagedNode = () => {
  // Before there is a child that may be seen: a signal is not to end the launcher alone.
  for (const signal of stopSignals) {
    let count = 0;
    process.on(signal, () => child.connected && child.send({ signal, count: ++count }));
  }
  const memory = process.execArgv.filter((option) => /^--max-(semi|old)-space-size=/.test(option));
  const child = spawn(packagedNode, [...memory, fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, [launched]: '1' },
  });
  child.on('error', (error) => fail(`${packagedNode} does not start: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
};

/**
 * Ctrl-C and many process managers signal the whole process group, so a signal to the launcher may have come here as well.
 * The launcher says how many it got; what is missing here is made up for, so that each counts once.
 */
const followLauncher = () => {
  const counts = Object.fromEntries(stopSignals.map((signal) => [signal, 0]));
  for (const signal of stopSignals) {
    const onSignal = () => {
      counts[signal]++;
      if (process.listenerCount(signal) > 1) return;
      // No other listener is left: the signal has its default effect.
      process.off(signal, onSignal);
      process.kill(process.pid, signal);
    };
    process.on(signal, onSignal);
  }
  process.on('message', ({ signal, count }) => {
    setTimeout(() => counts[signal] < count && process.kill(process.pid, signal), groupSignalMs);
  });
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
};

/** The script of the package `node` fetches the program; an installation without scripts has the package only. */
const remedy = () =>
  existsSync(here('node_modules/node/package.json')) ? 'npm rebuild node --ignore-scripts=false' : 'npm ci';

const major = Number(process.versions.node.split('.')[0]);
const isThisNode = (path) => realpathSync(path) === realpathSync(process.execPath);

const needed = existsSync(source) ? oldestNode : oldestNodeOfBuild;
if (major < needed) fail(`needs Node ${needed} or newer; this is Node ${process.versions.node}`);
else if (!existsSync(source)) await runHere(build);
else if (process.features.typescript) await runHere(source);
else if (!existsSync(packagedNode)) {
  fail(
    `Node ${process.versions.node} cannot run TypeScript, and node_modules has no newer one. Use Node 24, or run "${remedy()}" in ${fileURLToPath(here(''))}`,
  );
} else if (isThisNode(packagedNode)) {
  fail(`Node ${process.versions.node} is told not to run TypeScript (--no-strip-types)`);
} else runWithPackagedNode();
