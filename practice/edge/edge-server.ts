/** The HTTP server: every request to Riot, to static data, to an annex or to the side door comes in here. */
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ClockSetting, WorldClock } from '../world-clock.ts';
import { errorAnswer, sendAnswer } from './answer.ts';
import { type KeySetting, PRACTICE_KEYS, type ProfileSetting, createApiKeys } from './api-keys.ts';
import {
  type Content,
  createAccountEndpoints,
  createLeagueEndpoints,
  createMatchEndpoints,
} from './endpoints.ts';
import { type Faults, createFaults } from './faults.ts';
import { createGate } from './rate-windows.ts';
import { isHost } from './riot-methods.ts';
import { createRiotEdge } from './riot-edge.ts';
import { createSeen } from './seen.ts';
import { type SideDoorRoute, answerSideDoor, createSideDoorRoutes } from './side-door.ts';

export interface EdgeSettings {
  /** 0: any free one. */
  readonly port?: number | undefined;
  /** Of the two practice keys, and of further ones that do not say. */
  readonly profile: ProfileSetting;
  readonly keys?: readonly KeySetting[] | undefined;
  /** Rules as `faults.ts` describes them. */
  readonly faults?:
    | { readonly seed?: number | undefined; readonly rules: Parameters<Faults['set']>[0] }
    | undefined;
  /** Further routes of the side door. */
  readonly sideDoorRoutes?: readonly SideDoorRoute[] | undefined;
  /** Called with every mistake of the practice world itself, which is answered with 500 and listed at the side door. */
  readonly onFailure?: ((report: string) => void) | undefined;
}

/** What the server answers besides Riot: football and the clip site. Its name is the first path segment. */
export interface Annex {
  readonly name: 'football' | 'clips';
  readonly sideDoorRoutes: readonly SideDoorRoute[];
  /** `path` is what follows the first segment. A rejection is a mistake of the practice world itself. */
  handle(
    request: IncomingMessage,
    response: ServerResponse,
    target: { readonly path: string; readonly query: string },
  ): Promise<void>;
  stop(): Promise<void>;
}

export interface Edge {
  /** `http://127.0.0.1:4100` */
  readonly url: string;
  /** With `{route}` in the place of Riot's host. */
  readonly riotBaseUrl: string;
  /** Below it lie `/ddragon` and `/cdragon`. */
  readonly staticBaseUrl: string;
  readonly keys: { readonly tft: string; readonly lol: string };
  stop(): Promise<void>;
}

const ADDRESS = '127.0.0.1';
/** Longer than clients keep theirs: who closes an idle connection first must not be a race. */
const KEEP_ALIVE_MS = 75_000;

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export async function startEdge(
  content: Content,
  clock: WorldClock,
  clockMode: ClockSetting['mode'],
  settings: EdgeSettings,
  annexes: readonly Annex[] = [],
): Promise<Edge> {
  const server = createServer(
    { keepAliveTimeout: KEEP_ALIVE_MS },
    createHandler(content, clock, clockMode, settings, annexes),
  );
  const port = await listen(server, settings.port ?? 0);
  const url = `http://${ADDRESS}:${port}`;
  return {
    url,
    riotBaseUrl: `${url}/{route}`,
    staticBaseUrl: url,
    keys: PRACTICE_KEYS,
    async stop() {
      await close(server);
      for (const annex of annexes) await annex.stop();
    },
  };
}

function createHandler(
  content: Content,
  clock: WorldClock,
  clockMode: ClockSetting['mode'],
  settings: EdgeSettings,
  annexes: readonly Annex[],
): Handler {
  const { world } = content;
  const limitNow = clockMode === 'stepped' ? () => clock.now() : () => performance.now();
  const seen = createSeen(settings.onFailure ?? (() => undefined));
  const keys = createApiKeys(world.seed, world.playerCount(), settings.profile);
  for (const key of settings.keys ?? []) keys.put(key);
  const faults = createFaults(world.seed);
  if (settings.faults !== undefined) faults.set(settings.faults.rules, settings.faults.seed);
  const endpoints = {
    ...createMatchEndpoints(content),
    ...createLeagueEndpoints(content),
    ...createAccountEndpoints(content),
  };
  const riot = createRiotEdge({ keys, endpoints, faults, gate: createGate(), seen, limitNow });
  const routes = [
    ...createSideDoorRoutes({ clock, clockMode, keys, faults, seen }),
    ...annexes.flatMap((annex) => annex.sideDoorRoutes),
    ...(settings.sideDoorRoutes ?? []),
  ];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { host, first, path, rest, query } = parseTarget(request.url ?? '', request.headers.host ?? '');
    if (host !== null) return riot(request, response, { host, path: rest, query });
    if (first === 'practice') return answerSideDoor(routes, request, response, { path, query });
    const annex = annexes.find(({ name }) => name === first);
    if (annex !== undefined) return annex.handle(request, response, { path: rest, query });
    const file = ['ddragon', 'cdragon'].includes(first) ? content.staticFile(rest) : undefined;
    sendAnswer(response, file === undefined ? errorAnswer(404, 'Data not found') : { status: 200, ...file });
  }

  return (request, response) => {
    answer(request, response).catch((error: unknown) => {
      seen.failed(error);
      if (response.headersSent) response.destroy();
      else sendAnswer(response, errorAnswer(500, 'Internal server error'));
    });
  };
}

/**
 * Which of Riot's hosts a request means: by its first path segment (`/euw1/lol/…`) or, as with the real API, by the Host header
 * (`euw1.api.riotgames.com`). A request to a Riot host never reaches the side door, nor what is not Riot's.
 */
function parseTarget(url: string, hostHeader: string) {
  const [, path = '', query = ''] = /^([^?]*)\??(.*)$/.exec(url) ?? [];
  const label = hostHeader.split('.')[0]?.toLowerCase() ?? '';
  if (isHost(label)) return { host: label, first: '', path, rest: path, query };
  const [, first = '', rest = ''] = /^\/([^/]*)(.*)$/.exec(path) ?? [];
  return { host: isHost(first) ? first : null, first, path, rest: rest === '' ? '/' : rest, query };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, ADDRESS, () => {
      server.removeListener('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)));
    server.closeAllConnections();
  });
}
