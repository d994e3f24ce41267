/**
 * What is left in each thread of a process when its garbage is collected. A heap is as large as its last burst; what is left tells whether anything
 * is kept that should not be. The process opens its debugger when it is told to (SIGUSR1), and says where on its standard error.
 */
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Product } from '../../test/support/product.ts';

/** For the process: any free port. */
export const DEBUGGER_SETTINGS = { NODE_OPTIONS: '--inspect-port=0' };

interface Session {
  call(method: string, parameters?: object): Promise<Readonly<Record<string, unknown>>>;
}

interface WorkerInfo {
  readonly sessionId: string;
  readonly workerInfo: { readonly url: string };
}

const ADDRESS = /ws:\/\/127\.0\.0\.1:\d+\/[\w-]+/;
const OPEN_MS = 5_000;
/** Threads introduce themselves one after the other. */
const INTRODUCE_MS = 500;

/** In bytes, by `main` and the file names of the threads. */
export async function readLiveMemory(product: Product): Promise<Readonly<Record<string, number>>> {
  const socket = new WebSocket(await openDebugger(product));
  await once(socket, 'open');
  try {
    const waiting = new Map<string, (result: Readonly<Record<string, unknown>>) => void>();
    const workers: WorkerInfo[] = [];
    let calls = 0;
    const send = (message: object, key: string): Promise<Readonly<Record<string, unknown>>> => {
      socket.send(JSON.stringify(message));
      return new Promise((resolve) => waiting.set(key, resolve));
    };
    socket.addEventListener('message', ({ data }) => {
      const told = JSON.parse(String(data)) as Told;
      if (told.method === 'NodeWorker.attachedToWorker') workers.push(told.params as unknown as WorkerInfo);
      else if (told.method === 'NodeWorker.receivedMessageFromWorker') {
        const { sessionId, message } = told.params as { sessionId: string; message: string };
        const { id, result = {} } = JSON.parse(message) as Told;
        waiting.get(`${sessionId} ${id}`)?.(result);
      } else if (told.id !== undefined) waiting.get(String(told.id))?.(told.result ?? {});
    });
    const main: Session = {
      call(method, params = {}) {
        const id = (calls += 1);
        return send({ id, method, params }, String(id));
      },
    };
    const threadOf = (sessionId: string): Session => ({
      call(method, params = {}) {
        const id = (calls += 1);
        const message = JSON.stringify({ id, method, params });
        const outer = { id: (calls += 1), method: 'NodeWorker.sendMessageToWorker' };
        return send({ ...outer, params: { sessionId, message } }, `${sessionId} ${id}`);
      },
    });
    await main.call('NodeWorker.enable', { waitForDebuggerOnStart: false });
    await delay(INTRODUCE_MS);
    const live: Record<string, number> = { main: await collect(main) };
    for (const { sessionId, workerInfo } of workers)
      live[workerInfo.url.split('/').at(-1) ?? sessionId] = await collect(threadOf(sessionId));
    return live;
  } finally {
    socket.close();
  }
}

interface Told {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
}

async function collect(session: Session): Promise<number> {
  await session.call('HeapProfiler.collectGarbage');
  const { usedSize, backingStorageSize = 0 } = await session.call('Runtime.getHeapUsage');
  return Number(usedSize) + Number(backingStorageSize);
}

async function openDebugger(product: Product): Promise<string> {
  const deadline = performance.now() + OPEN_MS;
  product.process.kill('SIGUSR1');
  for (;;) {
    const address = ADDRESS.exec(product.log())?.[0];
    if (address !== undefined) return address;
    if (performance.now() > deadline) throw new Error('the process did not open its debugger');
    await delay(50);
  }
}
