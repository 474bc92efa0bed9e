/** Why a model is not installed, where that is more than a message. */
import { ModelError } from '../model-files/model-error.ts';

/** What can be carried to a machine that cannot download it. */
export interface ByHand {
  /** Folder of this machine to put the files into, under their names. */
  readonly folder: string;
  readonly files: readonly {
    readonly name: string;
    /** Where the publisher has it. */
    readonly url: string;
    /** About, where no checksum is recorded; 0 when it is not known. */
    readonly bytes: number;
  }[];
}

/** A file could not be fetched: no network, a server that refuses or is not there. */
export class NotFetchedError extends ModelError {
  /** Undefined where nothing can be put in place of it. */
  readonly byHand: ByHand | undefined;

  constructor(message: string, byHand?: ByHand, options?: ErrorOptions) {
    super(message, options);
    this.byHand = byHand;
  }
}

/** Another process works in the folder of the models. */
export class LockedError extends ModelError {}

/** There is a model of this name already. */
export class InstalledError extends ModelError {}
