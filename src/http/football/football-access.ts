/** What the routes of football may do. `createFootballAccess` (`create-football-access.ts`) does it with real stores and jobs. */
import type { Readable } from 'node:stream';
import type {
  FootballDay,
  FootballFixtureView,
  FootballIngestTaken,
  FootballStepRequest,
  FootballTimeline,
} from '#/contract/football.ts';
import type { RunStepAnswer } from '#/football/resume.ts';
import type { ByteRange } from '#/runtime/objects/object-store.ts';

export interface VideoRequest {
  readonly range: ByteRange | undefined;
  /** The `ETag` that the range is for; another one means the whole video. */
  readonly ifRange: string | undefined;
  readonly ifNoneMatch: string | undefined;
  /** Only the headers are wanted. */
  readonly isHead: boolean;
}

export type VideoAnswer =
  | {
      readonly type: 'video';
      readonly etag: string;
      readonly fileName: string;
      readonly bytes: number;
      /** Null: the whole video. */
      readonly part: { readonly first: number; readonly last: number } | null;
      /** Null: only the headers were wanted. */
      readonly body: Readable | null;
    }
  | { readonly type: 'unchanged'; readonly etag: string }
  | { readonly type: 'unsatisfiable'; readonly bytes: number }
  /** The best clip of its cluster stands for it. */
  | { readonly type: 'superseded'; readonly by: string }
  | { readonly type: 'missing'; readonly reason: string };

export interface FootballAccess {
  day(day: string, timeZone: string): Promise<FootballDay>;
  /** What the upstream calls today, in UTC. */
  today(): string;
  fixture(id: number): Promise<FootballFixtureView | undefined>;
  timeline(goalId: string): Promise<FootballTimeline | undefined>;
  runStep(goalId: string, wish: FootballStepRequest): Promise<RunStepAnswer>;
  /** False: there is no such goal. */
  decide(goalId: string, decision: 'hide' | 'restore'): Promise<boolean>;
  /** False: there is no such clip. */
  deleteClip(id: string): Promise<boolean>;
  video(id: string, request: VideoRequest): Promise<VideoAnswer>;
  /** Undefined: football is off. */
  ingest(day: string | null): Promise<FootballIngestTaken | undefined>;
}
