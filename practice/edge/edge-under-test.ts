/** The real edge on a real port, in front of a small world, and a client that hides nothing of what came over the wire. */
import { Agent, request } from 'undici';
import { createWorldClock, type ClockSetting, type WorldClock } from '../world-clock.ts';
import type { Content } from './content.ts';
import { startEdge, type Edge, type EdgeSettings } from './edge-server.ts';
import { createSmallWorld } from './world-for-tests.ts';

export const BEGIN = Date.UTC(2026, 10, 1);

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

export interface EdgeUnderTest {
  readonly edge: Edge;
  readonly clock: WorldClock;
  /** A call to Riot: `euw1/tft/league/v1/challenger`. By default with the key of the game in the path. */
  ask(
    path: string,
    options?: { readonly key?: string | null; readonly host?: string; readonly verb?: string },
  ): Promise<Reply>;
  /** The same, as the value in its body. */
  read(path: string, options?: { readonly key?: string }): Promise<unknown>;
  sideDoor(
    verb: 'GET' | 'PUT' | 'POST',
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: unknown }>;
  setFaults(...rules: readonly object[]): Promise<void>;
  stop(): Promise<void>;
}

export interface EdgeUnderTestOptions extends Partial<EdgeSettings> {
  readonly seed?: number;
  /** Parts of the small world to replace. */
  readonly content?: Partial<Content>;
  readonly clock?: ClockSetting;
}

export async function startEdgeUnderTest(options: EdgeUnderTestOptions = {}): Promise<EdgeUnderTest> {
  const { seed = 7, clock: setting = { mode: 'stepped', startAt: BEGIN }, content, ...settings } = options;
  const clock = createWorldClock(setting);
  const edge = await startEdge({ ...createSmallWorld(seed, clock), ...content }, clock, setting.mode, {
    profile: 'unlimited',
    ...settings,
  });
  const dispatcher = new Agent({ connections: 20 });

  const ask: EdgeUnderTest['ask'] = async (path, { key = keyFor(edge, path), host, verb = 'GET' } = {}) => {
    const address = host === undefined ? `${edge.url}/${path}` : `${edge.url}${path}`;
    const { statusCode, headers, body } = await request(address, {
      method: verb,
      dispatcher,
      headers: { ...(key === null ? {} : { 'X-Riot-Token': key }), ...(host === undefined ? {} : { host }) },
    });
    return { status: statusCode, headers, text: await body.text() };
  };
  const sideDoor: EdgeUnderTest['sideDoor'] = async (verb, path, body) => {
    const { statusCode, body: answer } = await request(`${edge.url}${path}`, {
      method: verb,
      dispatcher,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await answer.text();
    return { status: statusCode, body: text === '' ? undefined : JSON.parse(text) };
  };
  return {
    edge,
    clock,
    ask,
    sideDoor,
    async read(path, readOptions) {
      const reply = await ask(path, readOptions);
      if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${reply.text}`);
      return JSON.parse(reply.text);
    },
    async setFaults(...rules) {
      const { status, body } = await sideDoor('PUT', '/practice/faults', { rules });
      if (status !== 200) throw new Error(`faults were refused: ${JSON.stringify(body)}`);
    },
    async stop() {
      await dispatcher.destroy();
      await edge.stop();
    },
  };
}

function keyFor({ keys }: Edge, path: string): string {
  return path.split('/')[1] === 'lol' ? keys.lol : keys.tft;
}
