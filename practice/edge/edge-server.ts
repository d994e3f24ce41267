/** The HTTP server: every request to Riot, to static data or to the side door comes in here. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ClockSetting, WorldClock } from '../world-clock.ts';
import type { Annex } from './annex.ts';
import { errorAnswer, sendAnswer } from './answer.ts';
import { createApiKeys, PRACTICE_KEYS, type KeySetting } from './api-keys.ts';
import type { Content } from './content.ts';
import { createEndpointTable, type FindEndpoint } from './endpoint.ts';
import { createAccountEndpoints } from './endpoints/accounts.ts';
import { createLeagueEndpoints } from './endpoints/leagues.ts';
import { createMatchEndpoints } from './endpoints/matches.ts';
import { createFaults } from './faults.ts';
import { createGate } from './gate.ts';
import type { ProfileSetting } from './limit-profiles.ts';
import { parseRequestTarget } from './request-target.ts';
import { createRiotEdge } from './riot-edge.ts';
import { createSeen } from './seen.ts';
import { createSideDoorRoutes } from './side-door-routes.ts';
import { createSideDoor, type SideDoorRoute } from './side-door.ts';

export interface EdgeSettings {
  /** 0: any free one. */
  readonly port?: number | undefined;
  /** Of the two practice keys, and of further ones that do not say. */
  readonly profile: ProfileSetting;
  readonly keys?: readonly KeySetting[] | undefined;
  /** Rules as `faults.ts` describes them. */
  readonly faults?: { readonly seed?: number | undefined; readonly rules: readonly unknown[] } | undefined;
  /** What else is told at the side door. */
  readonly sideDoorRoutes?: readonly SideDoorRoute[] | undefined;
  /** Told of every mistake in the practice world itself, which is answered with 500 and listed at the side door. */
  readonly onFailure?: ((report: string) => void) | undefined;
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
  {
    profile,
    keys: furtherKeys = [],
    faults: initialFaults,
    sideDoorRoutes = [],
    onFailure = () => undefined,
  }: EdgeSettings,
  annexes: readonly Annex[],
): Handler {
  const limitNow = clockMode === 'stepped' ? () => clock.now() : () => performance.now();
  const seen = createSeen(onFailure);
  const keys = createApiKeys(content.world.seed, profile);
  for (const key of furtherKeys) keys.put(key);
  const faults = createFaults(content.world.seed);
  if (initialFaults !== undefined) faults.set(initialFaults.rules, initialFaults.seed);
  const findEndpoint = createFindEndpoint(content);
  const riot = createRiotEdge({ keys, findEndpoint, faults, gate: createGate(), seen, limitNow });
  const sideDoor = createSideDoor([
    ...createSideDoorRoutes({ content, clock, clockMode, keys, faults, seen }),
    ...annexes.flatMap((annex) => annex.sideDoorRoutes),
    ...sideDoorRoutes,
  ]);
  const annexOf = new Map(annexes.map((annex) => [annex.name, annex]));

  function sendStatic(response: ServerResponse, path: string): void {
    const file = content.staticFile(path.slice(path.indexOf('/', 1)));
    sendAnswer(response, file === undefined ? errorAnswer(404, 'Data not found') : { status: 200, ...file });
  }

  return (request, response) => {
    const fail = (error: unknown): void => {
      seen.failed(error);
      if (response.headersSent) response.destroy();
      else sendAnswer(response, errorAnswer(500, 'Internal server error'));
    };
    try {
      const target = parseRequestTarget(request.url ?? '', request.headers.host ?? '');
      if (target.to === 'riot') riot(request, response, target);
      else if (target.to === 'practice') sideDoor(request, response, target).catch(fail);
      else if (target.to === 'static') sendStatic(response, target.path);
      else if (target.to === 'annex' && annexOf.has(target.name))
        annexOf.get(target.name)?.handle(request, response, target).catch(fail);
      else sendAnswer(response, errorAnswer(404, 'Data not found'));
    } catch (error) {
      fail(error);
    }
  };
}

function createFindEndpoint(content: Content): FindEndpoint {
  return createEndpointTable([
    ...createMatchEndpoints(content),
    ...createLeagueEndpoints(content),
    ...createAccountEndpoints(content),
  ]);
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
