/** `GET /console/api/server`. */
export interface ServerState {
  readonly version: string;
  readonly uptime_seconds: number;
  readonly node: string;
  readonly engines: readonly {
    readonly id: string;
    readonly state: 'ready' | 'set_aside';
    readonly problem: string | null;
    readonly languages: readonly string[];
    readonly voices: number;
    /** Share of its threads that what it has admitted takes. */
    readonly load: number;
    readonly admitted: number;
  }[];
  readonly models: readonly {
    readonly id: string;
    readonly state: 'installed' | 'damaged';
    readonly problem: string | null;
    readonly size: number;
    readonly install_command: string;
  }[];
  readonly available_models: readonly {
    readonly id: string;
    readonly family: string;
    readonly languages: readonly string[];
    readonly speakers: number | null;
    readonly size: number;
    readonly licence: string | null;
    readonly install_command: string;
  }[];
  /** Whether they are added and removed here; otherwise by the commands. */
  readonly model_routes: boolean;
  readonly queue: { readonly waiting: number; readonly running: number };
  readonly sockets: number;
  readonly contexts: number;
  /** How many there are, by status. */
  readonly jobs: Readonly<Record<string, number>>;
  readonly latency: {
    readonly first_audio_ms: { readonly p50: number | null; readonly p95: number | null; readonly p99: number | null };
  };
  readonly readiness: {
    readonly ready: boolean;
    readonly missing: readonly string[];
    readonly notes: readonly string[];
  };
}
