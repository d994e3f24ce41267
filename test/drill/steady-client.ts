/**
 * Requests at a steady rate to the API processes in turn, as a proxy in front of them sends them. It asks each one's `/readyz` several times
 * a second and sends nothing to one that answers 503. If a process that is stopping refuses or drops a connection all the same, the next
 * one is asked instead; every other failure is a failed request.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../support/until.ts';

interface SteadyClient {
  /** The next process is replaced only then. */
  untilAllAreReady(): Promise<void>;
  stop(): Promise<{ readonly requests: number; readonly failed: readonly string[] }>;
}

interface Upstream {
  readonly url: string;
  isReady: boolean;
  wasReady: boolean;
  isStopping: boolean;
}

const PATHS = ['/api/status', '/api/tft/patches', '/api/jobs', '/healthz'];
const LOOK_MS = 200;
const MOST_TRIES = 3;
/** For a machine that has much else to do. */
const PATIENCE_MS = 60_000;

export function startSteadyClient(urls: () => readonly string[], perSecond: number): SteadyClient {
  const upstreams = new Map<string, Upstream>();
  const stopping = new AbortController();
  const failed: string[] = [];
  const sending = new Set<Promise<void>>();
  let [turn, requests] = [0, 0];

  async function lookOn(): Promise<void> {
    while (!stopping.signal.aborted) {
      const known = urls();
      for (const url of upstreams.keys()) if (!known.includes(url)) upstreams.delete(url);
      for (const url of known)
        if (!upstreams.has(url))
          upstreams.set(url, { url, isReady: false, wasReady: false, isStopping: false });
      await Promise.all([...upstreams.values()].map(askWhetherReady));
      await delay(LOOK_MS);
    }
  }

  /** As proxies do: if none is ready, all that were ready and are not stopping are asked. */
  function next(): Upstream | undefined {
    const staying = [...upstreams.values()].filter(({ isStopping }) => !isStopping);
    const ready = staying.filter(({ isReady }) => isReady);
    const chosen = ready.length > 0 ? ready : staying.filter(({ wasReady }) => wasReady);
    return chosen[turn++ % Math.max(1, chosen.length)];
  }

  async function send(path: string): Promise<void> {
    requests++;
    for (let tries = 1; ; tries++) {
      const upstream = next();
      if (upstream === undefined) return void failed.push(`${path}: no process was ready`);
      const outcome = await request(upstream.url + path);
      if (outcome === '200') return;
      if (tries === MOST_TRIES || !(await hasLeft(upstream, outcome)))
        return void failed.push(`${path} at ${upstream.url}: ${outcome}`);
    }
  }

  async function sendOn(): Promise<void> {
    while (!stopping.signal.aborted && next() === undefined) await delay(LOOK_MS / 4);
    for (let count = 0; !stopping.signal.aborted; count++) {
      const one: Promise<void> = send(PATHS[count % PATHS.length] ?? '').finally(() => sending.delete(one));
      sending.add(one);
      await delay(1_000 / perSecond);
    }
  }

  const working = [lookOn(), sendOn()];
  return {
    async untilAllAreReady() {
      await until('all processes that answer are ready', PATIENCE_MS, () =>
        urls().every((url) => upstreams.get(url)?.isReady === true),
      );
    },
    async stop() {
      stopping.abort();
      await Promise.all(working);
      await Promise.all(sending);
      return { requests, failed };
    },
  };
}

async function askWhetherReady(upstream: Upstream): Promise<void> {
  const outcome = await request(`${upstream.url}/readyz`, (text) => {
    if (text.includes('stopping')) upstream.isStopping = true;
  });
  upstream.isReady = outcome === '200';
  upstream.wasReady ||= upstream.isReady;
}

/** It may have begun to stop since it was last asked. A process that is only busy has not. */
async function hasLeft(upstream: Upstream, outcome: string): Promise<boolean> {
  if (!/^(ECONNREFUSED|ECONNRESET|UND_ERR_SOCKET|503)/.test(outcome)) return false;
  await askWhetherReady(upstream);
  return upstream.isStopping;
}

/** Resolves with the status, or with the code of the error. */
async function request(address: string, read503: (text: string) => void = () => undefined): Promise<string> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) });
    const text = await response.text();
    if (response.status === 503) read503(text);
    return String(response.status);
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    return cause instanceof Error && 'code' in cause ? String(cause.code) : String(error);
  }
}
