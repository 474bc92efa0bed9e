/** The process of the clients, as its parent sees it. */
import type { ChildProcess } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { FromLoad, LoadOptions, LoadReport, ToLoad } from './messages.ts';
import { root, type ServiceSite } from './services.ts';

export class Clients {
  readonly #child: ChildProcess;
  readonly #ended: Promise<never>;

  constructor({ network, folder }: ServiceSite) {
    const child = network.spawn('client', [process.execPath, 'test/cluster/load/main.ts'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#child = child;
    const log = createWriteStream(join(folder, 'client.log'));
    child.stdout!.pipe(log);
    child.stderr!.pipe(log);
    this.#ended = new Promise((_, reject) => {
      child.once('exit', (code, signal) =>
        reject(new Error(`the clients ended with ${code ?? signal}; see client.log`)),
      );
    });
    // Where nothing waits for the clients, their end is no error.
    this.#ended.catch(() => undefined);
  }

  async begin(options: LoadOptions): Promise<void> {
    await this.#ask({ kind: 'begin', options });
  }

  async end(): Promise<void> {
    await this.#ask({ kind: 'end' });
  }

  async check(): Promise<LoadReport> {
    const answer = await this.#ask({ kind: 'check' });
    if (answer.kind !== 'report') throw new Error(`the clients answered ${answer.kind} in place of a report`);
    return answer.report;
  }

  async #ask(message: ToLoad): Promise<FromLoad> {
    const answer = new Promise<FromLoad>((resolve) => this.#child.once('message', resolve));
    this.#child.send(message);
    const given = await Promise.race([answer, this.#ended]);
    if (given.kind === 'failed') throw new Error(`the clients failed: ${given.reason}`);
    return given;
  }
}
