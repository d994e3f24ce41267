/**
 * One lane: runs one job at a time in its own thread. A job whose caller has gone is killed inside the engine (chdb itself
 * cannot interrupt a running query), and only then is the lane free again.
 */
import { refuse, toServerException } from './exceptions.ts';
import type { LaneJob, LaneReply, LaneRequest } from './lane-job.ts';
import { startLaneThread, type LaneThreadOptions } from './lane-mailbox.ts';

export interface Lane {
  /** Resolves with the first piece (so that early faults are faults of the request, not of a half-sent answer). */
  run(job: LaneJob, signal: AbortSignal): Promise<LaneRun>;
  close(): Promise<void>;
}

export interface LaneRun {
  readonly first: LaneReply;
  /** The piece after the last one, or null at the end. */
  next(): Promise<Uint8Array | null>;
  /** Must be called: cancels what is left of the job, so that the lane can take another. */
  end(): Promise<void>;
}

export interface LaneOptions extends LaneThreadOptions {
  /** Ends the job in the engine; called again and again until the lane answers. */
  readonly kill: (job: LaneJob) => void;
  /** A piece that takes longer means that the engine hangs, limits or not. Null: may take for ever. */
  readonly overdueMs: number | null;
}

const KILL_EVERY_MS = 200;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export async function startLane(options: LaneOptions): Promise<Lane> {
  const ask = await startLaneThread(options);
  const overdueMs = options.overdueMs ?? LONGEST_TIMER_MS;

  async function askForJob(request: LaneRequest, job: LaneJob, signal: AbortSignal): Promise<LaneReply> {
    const killNow = () => options.kill(job);
    const killer = setInterval(() => signal.aborted && killNow(), KILL_EVERY_MS);
    signal.addEventListener('abort', killNow);
    const overdue = setTimeout(
      () => options.onBroken(new Error('The engine does not answer any more')),
      overdueMs,
    );
    try {
      const answer = await ask(request);
      if (answer.type === 'failed') throw toServerException(new Error(answer.message));
      return answer;
    } finally {
      clearInterval(killer);
      clearTimeout(overdue);
      signal.removeEventListener('abort', killNow);
    }
  }

  return {
    async run(job, signal) {
      if (signal.aborted) throw refuse('QUERY_WAS_CANCELLED', 'The client has gone before its query began');
      const first = await askForJob({ type: 'run', job }, job, signal);
      let isOpen = first.type === 'piece';
      return {
        first,
        async next() {
          if (!isOpen) return null;
          if (signal.aborted) throw refuse('QUERY_WAS_CANCELLED', 'The client has gone');
          // Closed before the answer is known: after a failure the job is over and needs no cancelling.
          isOpen = false;
          const piece = await askForJob({ type: 'next' }, job, signal);
          isOpen = piece.type === 'piece';
          return piece.type === 'piece' ? piece.bytes : null;
        },
        async end() {
          if (isOpen) await ask({ type: 'cancel' });
          isOpen = false;
        },
      };
    },
    async close() {
      await ask({ type: 'close' });
    },
  };
}
