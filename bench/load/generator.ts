/** The load generator's process. */
import { answerCalls } from '../processes/child.ts';
import { loadBytes, type BytesParams, type BytesResult } from './bytes.ts';
import { openMany, type SpeechClient } from './client.ts';
import {
  loadConversations,
  loadWordEnds,
  type ConversationsParams,
  type ConversationsResult,
} from './conversations.ts';
import { loadFirstAudio, type FirstAudioParams } from './first-audio.ts';
import {
  loadChange,
  loadInfill,
  makeClips,
  type ChangeParams,
  type ChangeResult,
  type ClipsParams,
  type InfillParams,
  type InfillResult,
} from './recordings.ts';
import { loadShortRequests, type ShortRequestsParams } from './short-requests.ts';
import { Streams, type SettledTexts, type StreamsParams, type StreamsResult } from './streams.ts';
import { loadTurns, type TurnsParams, type TurnsResult } from './turns.ts';
import { loadUtterances, type UtterancesParams } from './utterances.ts';

export interface LoadTasks {
  bytes(params: BytesParams): Promise<BytesResult>;
  shortRequests(params: ShortRequestsParams): Promise<number>;
  /** Opens streams; {@link measureStreams} and {@link endStreams} are about those. */
  beginStreams(params: StreamsParams): Promise<void>;
  measureStreams(params: { readonly seconds: number }): Promise<StreamsResult>;
  endStreams(params: { readonly settleSeconds: number }): Promise<SettledTexts>;
  firstAudio(params: FirstAudioParams): Promise<number[][]>;
  utterances(params: UtterancesParams): Promise<number[]>;
  turns(params: TurnsParams): Promise<TurnsResult>;
  conversations(params: ConversationsParams): Promise<ConversationsResult>;
  wordEnds(params: { readonly url: string; readonly texts: readonly string[] }): Promise<number[][]>;
  /** Clips of so many seconds each, for what follows. */
  clips(params: ClipsParams): Promise<void>;
  change(params: ChangeParams): Promise<ChangeResult>;
  infill(params: InfillParams): Promise<InfillResult>;
  /** Opens idle sockets, until {@link closeIdle}. */
  openIdle(params: { readonly url: string; readonly sockets: number }): Promise<void>;
  closeIdle(params: null): Promise<void>;
}

let idle: SpeechClient[] = [];
let streams: Streams | undefined;

answerCalls<LoadTasks>({
  bytes: loadBytes,
  shortRequests: loadShortRequests,
  async beginStreams(params) {
    streams = await Streams.begin(params);
  },
  measureStreams: ({ seconds }) => streams!.measure(seconds),
  endStreams: ({ settleSeconds }) => streams!.end(settleSeconds),
  firstAudio: loadFirstAudio,
  utterances: loadUtterances,
  turns: loadTurns,
  conversations: loadConversations,
  wordEnds: loadWordEnds,
  clips: makeClips,
  change: loadChange,
  infill: loadInfill,
  async openIdle({ url, sockets }) {
    idle = await openMany(url, sockets);
  },
  async closeIdle() {
    await Promise.all(idle.splice(0).map((client) => client.close()));
  },
});
