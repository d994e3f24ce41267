/**
 * Requests at a steady rate to whichever API processes there are, in turn, as a proxy in front of them would send them. It asks each one's
 * `/readyz` several times a second and sends nothing to one that says no. If a process that has said so refuses or drops a connection all
 * the same, the next one is asked instead; everything else that goes wrong is a failed request.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../support/until.ts';

export interface SteadyClient {
  /** Every process that answers has been found ready: until then, whoever replaces them may not go on. */
  untilAllAreReady(): Promise<void>;
  stop(): Promise<Served>;
}

export interface Served {
  readonly requests: number;
  /** In words, each. */
  readonly failed: readonly string[];
  /** Sent a second time, because a process that had said goodbye did not take the first. */
  readonly sentAgain: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

interface Upstream {
  readonly url: string;
  isReady: boolean;
  wasReady: boolean;
  hasSaidGoodbye: boolean;
}

const PATHS = ['/api/status', '/api/tft/patches', '/api/jobs', '/healthz'];
const LOOK_MS = 200;
/** For a machine that has much else to do. */
const PATIENCE_MS = 60_000;

export function startSteadyClient(urls: () => readonly string[], perSecond: number): SteadyClient {
  const upstreams = new Map<string, Upstream>();
  const stopping = new AbortController();
  const failed: string[] = [];
  const tookMs: number[] = [];
  const sending = new Set<Promise<void>>();
  let turn = 0;
  let sentAgain = 0;

  async function lookOn(): Promise<void> {
    while (!stopping.signal.aborted) {
      const known = urls();
      for (const url of upstreams.keys()) if (!known.includes(url)) upstreams.delete(url);
      for (const url of known)
        if (!upstreams.has(url))
          upstreams.set(url, { url, isReady: false, wasReady: false, hasSaidGoodbye: false });
      await Promise.all([...upstreams.values()].map(askWhetherReady));
      await delay(LOOK_MS);
    }
  }

  function next(): Upstream | undefined {
    const staying = [...upstreams.values()].filter(({ hasSaidGoodbye }) => !hasSaidGoodbye);
    const ready = staying.filter(({ isReady }) => isReady);
    // As proxies have it: when nobody is well, all who have not left are asked.
    const chosen = ready.length > 0 ? ready : staying.filter(({ wasReady }) => wasReady);
    return chosen[turn++ % Math.max(1, chosen.length)];
  }

  async function send(path: string): Promise<void> {
    const begun = performance.now();
    for (let tries = 1; ; tries++) {
      const upstream = next();
      if (upstream === undefined) return void failed.push(`${path}: no process was ready`);
      const outcome = await request(upstream.url + path);
      if (outcome === 'ok') return void tookMs.push(performance.now() - begun);
      if (!(await hasLeft(upstream, outcome)) || tries === 3)
        return void failed.push(`${path} at ${upstream.url}: ${outcome}`);
      sentAgain += 1;
    }
  }

  async function sendOn(): Promise<void> {
    for (let count = 0; !stopping.signal.aborted; count++) {
      const path = PATHS[count % PATHS.length] ?? '/healthz';
      const one: Promise<void> = send(path).finally(() => sending.delete(one));
      sending.add(one);
      await delay(1_000 / perSecond);
    }
  }

  const looking = lookOn();
  const working = untilFirstReady(upstreams, stopping.signal).then(sendOn);
  return {
    async untilAllAreReady() {
      await until('all processes that answer are ready', PATIENCE_MS, () =>
        urls().every((url) => upstreams.get(url)?.isReady === true),
      );
    },
    async stop() {
      stopping.abort();
      await Promise.all([looking, working]);
      await Promise.all(sending);
      const sorted = tookMs.toSorted((one, other) => one - other);
      const at = (share: number): number => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
      return { requests: tookMs.length + failed.length, failed, sentAgain, p50Ms: at(0.5), p99Ms: at(0.99) };
    },
  };
}

async function untilFirstReady(upstreams: ReadonlyMap<string, Upstream>, stop: AbortSignal): Promise<void> {
  while (!stop.aborted && ![...upstreams.values()].some(({ isReady }) => isReady)) await delay(LOOK_MS / 4);
}

async function askWhetherReady(upstream: Upstream): Promise<void> {
  const { status, text } = await readyz(upstream.url);
  upstream.isReady = status === 200;
  upstream.wasReady ||= upstream.isReady;
  if (status === 503 && text.includes('stopping')) upstream.hasSaidGoodbye = true;
}

/** It may have said goodbye since it was last asked. A process that is only busy has not. */
async function hasLeft(upstream: Upstream, outcome: string): Promise<boolean> {
  if (!/^(ECONNREFUSED|ECONNRESET|UND_ERR_SOCKET|503)/.test(outcome)) return false;
  await askWhetherReady(upstream);
  return upstream.hasSaidGoodbye;
}

async function readyz(url: string): Promise<{ readonly status: number; readonly text: string }> {
  try {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    return { status: response.status, text: await response.text() };
  } catch {
    return { status: 0, text: '' }; // Nobody is there.
  }
}

async function request(address: string): Promise<string> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) });
    await response.arrayBuffer();
    return response.status === 200 ? 'ok' : String(response.status);
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    return cause instanceof Error && 'code' in cause ? String(cause.code) : String(error);
  }
}
