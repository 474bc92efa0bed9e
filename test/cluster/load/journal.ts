/** What the clients saw: counts, failures, ends of sockets, and whatever must never happen. */
import type { Failure, SocketEnd } from '../events.ts';

export interface Count {
  ok: number;
  failed: number;
  /** Longest time of one that went well, in ms. */
  longestMs: number;
}

export class Journal {
  readonly counts: Record<string, Count> = {};
  readonly failures: Failure[] = [];
  readonly socketEnds: SocketEnd[] = [];
  /** Answers with 500. */
  readonly faults: Failure[] = [];
  /** Each is a defect of the server. */
  readonly problems: string[] = [];
  /** Answers that a client repeated a request for, by what they were. */
  readonly retried: Record<string, number> = {};

  ok(family: string, beganAt: number): void {
    const count = this.#count(family);
    count.ok++;
    count.longestMs = Math.max(count.longestMs, Date.now() - beganAt);
  }

  failed(family: string, beganAt: number, why: string, node?: string): void {
    this.#count(family).failed++;
    this.failures.push({ family, beganAt, endedAt: Date.now(), node, why });
  }

  fault(request: string, beganAt: number, why: string, node: string): void {
    this.faults.push({ family: request, beganAt, endedAt: Date.now(), node, why });
  }

  problem(text: string): void {
    if (this.problems.length < 200) this.problems.push(`${new Date().toISOString().slice(11, 23)} ${text}`);
  }

  repeated(why: string): void {
    this.retried[why] = (this.retried[why] ?? 0) + 1;
  }

  #count(family: string): Count {
    return (this.counts[family] ??= { ok: 0, failed: 0, longestMs: 0 });
  }
}
