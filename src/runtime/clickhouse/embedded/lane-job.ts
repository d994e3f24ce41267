/** What the HTTP side asks of a lane (a thread with sessions of the engine), and what comes back over its message port. */
import type { NamedValue } from './parameters.ts';

export interface LaneJob {
  readonly sql: string;
  readonly format: string;
  /** `pieces`: the result follows piece by piece, each on demand; `whole`: all at once. */
  readonly delivery: 'pieces' | 'whole';
  readonly database: string | null;
  readonly settings: readonly NamedValue[];
  readonly parameters: readonly NamedValue[];
  readonly session: SessionChoice | null;
}

/** A session that outlives the request: its temporary tables and `SET`s stay for the next one with the same id. */
export interface SessionChoice {
  readonly id: string;
  readonly timeoutSeconds: number;
  readonly mustExist: boolean;
}

export type LaneRequest =
  | { readonly type: 'run'; readonly job: LaneJob }
  | { readonly type: 'next' }
  | { readonly type: 'cancel' }
  | { readonly type: 'close' };

export type LaneReply =
  | { readonly type: 'loaded' }
  | { readonly type: 'opened' }
  | { readonly type: 'open-failed'; readonly message: string }
  | { readonly type: 'piece'; readonly bytes: Uint8Array<ArrayBuffer> }
  | {
      readonly type: 'whole';
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly rows: number;
      readonly sizeBytes: number;
    }
  | { readonly type: 'end' }
  | { readonly type: 'failed'; readonly message: string }
  | { readonly type: 'closed' };

export interface LaneThreadData {
  readonly engineDirectory: string;
  readonly connectionArgs: readonly string[];
}
