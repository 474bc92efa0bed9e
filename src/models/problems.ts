/** Why a model is not installed, where that is more than a message. */
import { ModelError } from '../model-files/model-error.ts';

/** What can be carried to a machine that cannot download it. */
export interface ByHand {
  /** What is to be done, in a sentence. */
  readonly text: string;
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
  /** What went wrong, without what can be done about it. */
  readonly reason: string;

  /** The message is the reason, and what can be done. */
  constructor(reason: string, byHand?: ByHand) {
    super(byHand === undefined ? reason : `${reason}. ${byHand.text}`);
    this.reason = reason;
    this.byHand = byHand;
  }
}

/** Another process works in the folder of the models. */
export class LockedError extends ModelError {}

/** There is a model of this name already. */
export class InstalledError extends ModelError {}
