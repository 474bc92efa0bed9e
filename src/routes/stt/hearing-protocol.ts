/** What the protocols of both sockets that hear leave to the hearing behind them. */
import type { SocketHearing } from './socket-hearing.ts';
import type { ServiceError } from '../../errors/service-error.ts';
import type { SocketProtocol } from '../../http/index.ts';

export abstract class HearingProtocol implements SocketProtocol {
  protected abstract readonly hearing: SocketHearing;

  abstract receive(text: string): void;
  abstract receiveBinary(data: Buffer): void;
  abstract refuse(error: ServiceError): void;

  get isActive(): boolean {
    return this.hearing.isActive;
  }

  drain(): Promise<void> {
    return this.hearing.drain();
  }

  fail(error: ServiceError): void {
    if (this.hearing.isCut) this.refuse(error);
    this.close();
  }

  breach(error: ServiceError): void {
    this.refuse(error);
    this.close();
  }

  close(): void {
    this.hearing.close();
  }

  pause(): void {
    this.hearing.pause();
  }

  suspend(): void {
    this.hearing.pause();
  }

  resume(): void {
    this.hearing.resume();
  }
}
