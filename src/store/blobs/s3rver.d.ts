/** What the tests use of an S3 server that comes without types. */
declare module 's3rver' {
  export interface Options {
    readonly address?: string;
    readonly port?: number;
    readonly silent?: boolean;
    readonly directory?: string;
    readonly configureBuckets?: readonly { readonly name: string; readonly configs: readonly string[] }[];
  }

  export default class S3rver {
    constructor(options: Options);
    /** Starts it. Returns its address. */
    run(): Promise<unknown>;
    close(): Promise<void>;
  }
}
