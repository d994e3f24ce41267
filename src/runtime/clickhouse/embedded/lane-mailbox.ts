/** Starts a lane's thread and talks with it: one question, one answer, never two at once. */
import { Worker } from 'node:worker_threads';
import type { LaneReply, LaneRequest, LaneThreadData } from './lane-job.ts';

export type AskLane = (request: LaneRequest) => Promise<LaneReply>;

export interface LaneThreadOptions extends LaneThreadData {
  readonly onLoaded: () => void;
  /** A broken thread breaks the process: its sessions are in an unknown state. */
  readonly onBroken: (error: Error) => void;
}

/** Resolves once the thread has opened its session. */
export async function startLaneThread(options: LaneThreadOptions): Promise<AskLane> {
  const { engineDirectory, connectionArgs } = options;
  const thread = new Worker(new URL('./lane-thread.ts', import.meta.url), {
    workerData: { engineDirectory, connectionArgs } satisfies LaneThreadData,
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 },
  });
  let deliver: ((reply: LaneReply) => void) | null = null;
  thread.on('message', (reply: LaneReply) => {
    if (reply.type === 'loaded') options.onLoaded();
    else deliver?.(reply);
  });
  thread.on('error', (error) => options.onBroken(error instanceof Error ? error : new Error(String(error))));
  const nextReply = () => new Promise<LaneReply>((resolve) => (deliver = resolve));
  const opened = await nextReply();
  if (opened.type === 'open-failed') throw new Error(opened.message);
  return async (request) => {
    const answer = nextReply();
    thread.postMessage(request, []);
    return answer;
  };
}
