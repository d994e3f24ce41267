/**
 * The entry of a lane's thread: it holds sessions of the engine and runs one job at a time. A thread of its own, because
 * chdb starts a streamed query on the calling thread and a scalar subquery in it blocks that thread until it is computed:
 * on the main thread it would stop every other request.
 * Each job gets a fresh session, so that no setting, parameter, database or temporary table of one request can
 * reach the next. One more session stays open for ever: with the last one the engine would shut down.
 */
import type { Session as EngineSession } from 'chdb';
import { flushCompileCache } from 'node:module';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { toEngineText } from './exceptions.ts';
import type { LaneReply, LaneRequest, LaneThreadData } from './lane-job.ts';
import { startJob, type RunningJob } from './running-job.ts';
import { createKeptSessions } from './kept-sessions.ts';

await serveLane(workerData as LaneThreadData, parentPort);

async function serveLane(data: LaneThreadData, port: MessagePort | null): Promise<void> {
  if (port === null)
    throw new Error('lane-thread.ts is the entry of a worker thread; it was started without a parent');
  const reply = (message: LaneReply) => post(port, message);
  const { Session } = await import('chdb');
  // Read back by the lanes that start next, in this very process.
  flushCompileCache();
  reply({ type: 'loaded' });
  const open = () => new Session(data.engineDirectory, { connectionArgs: data.connectionArgs });
  let keeper: EngineSession;
  try {
    keeper = open();
  } catch (error) {
    return reply({ type: 'open-failed', message: toEngineText(error) });
  }
  reply({ type: 'opened' });
  const kept = createKeptSessions(open);
  let running: RunningJob | null = null;
  port.on('message', (request: LaneRequest) => {
    void handle(request).then(reply, (error: unknown) => {
      running = null;
      reply({ type: 'failed', message: toEngineText(error) });
    });
  });

  async function handle(request: LaneRequest): Promise<LaneReply> {
    if (request.type === 'run') running = startJob(request.job, open, kept);
    if (request.type === 'run' || request.type === 'next')
      return running === null ? { type: 'end' } : advance(running);
    await running?.end();
    running = null;
    if (request.type === 'cancel') return { type: 'end' };
    kept.closeAll();
    keeper.close();
    return { type: 'closed' };
  }

  async function advance(job: RunningJob): Promise<LaneReply> {
    const message = await job.next();
    if (message.type !== 'piece') running = null;
    return message;
  }
}

/** The bytes move to the other thread; where the engine still owns them, they are copied. */
function post(port: MessagePort, message: LaneReply): void {
  if (!('bytes' in message) || message.bytes.byteLength !== message.bytes.buffer.byteLength)
    return port.postMessage(message);
  try {
    port.postMessage(message, [message.bytes.buffer]);
  } catch {
    // Not transferable (external memory): postMessage without a transfer list copies.
    port.postMessage(message);
  }
}
