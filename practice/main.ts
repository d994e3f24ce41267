/**
 * The practice world as a separate program, or as a worker thread inside another. As a program it takes its settings from the
 * command line, says in one line of JSON that it is ready, and stops on SIGTERM or SIGINT. As a worker it takes them from
 * `workerData`, posts the same to its parent, and stops when the parent posts 'stop'.
 */
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { parseStartOptions, USAGE } from './edge/start-options.ts';
import {
  createPracticeWorld,
  type PracticeWorldSettings,
  type RunningPracticeWorld,
} from './practice-world.ts';

/** A mistake of our own must not hide behind a 500. */
function onFailure(report: string): void {
  process.stderr.write(`${report}\n`);
}

function readyMessage(world: RunningPracticeWorld) {
  const { url, riotBaseUrl, staticBaseUrl, footballBaseUrl, clipSiteUrl, keys } = world;
  return { ready: true, url, riotBaseUrl, staticBaseUrl, footballBaseUrl, clipSiteUrl, keys } as const;
}

async function runAsProgram(): Promise<void> {
  let settings: PracticeWorldSettings | 'help';
  try {
    settings = parseStartOptions(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    process.exitCode = 2;
    return;
  }
  if (settings === 'help') {
    process.stdout.write(USAGE);
    return;
  }
  const edge = await createPracticeWorld({ ...settings, onFailure });
  const stop = (): void => {
    // A second signal has no listener and ends the process at once.
    for (const signal of ['SIGTERM', 'SIGINT']) process.removeListener(signal, stop);
    void edge.stop();
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, stop);
  process.stdout.write(`${JSON.stringify(readyMessage(edge))}\n`);
}

async function runAsWorker(port: NonNullable<typeof parentPort>): Promise<void> {
  const edge = await createPracticeWorld({ ...(workerData as PracticeWorldSettings), onFailure });
  port.on('message', (message: unknown) => {
    if (message !== 'stop')
      throw new Error(`the practice world received ${JSON.stringify(message)}; expected 'stop'`);
    port.close();
    void edge.stop();
  });
  port.postMessage(readyMessage(edge));
}

await (isMainThread || parentPort === null ? runAsProgram() : runAsWorker(parentPort));
