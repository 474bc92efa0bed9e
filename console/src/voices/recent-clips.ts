/** Recordings that voices were made of in this tab: the server does not give them back, so a voice is compared with its original here only. */

export interface RecentClip {
  readonly clip: File;
  /** What is said in it; empty where that is not known. */
  readonly transcript: string;
}

const most = 5;
const clips = new Map<string, RecentClip>();

export function rememberClip(voiceId: string, clip: RecentClip): void {
  clips.set(voiceId, clip);
  for (const id of clips.keys()) {
    if (clips.size <= most) return;
    clips.delete(id);
  }
}

export function recentClip(voiceId: string): RecentClip | undefined {
  return clips.get(voiceId);
}
