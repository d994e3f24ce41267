/**
 * `/practice/…`: what tests, benchmarks and drills ask and change. Not a part of Riot: no Riot route leads here, and only a
 * request that is addressed to this machine by a loopback name is let in, so that no web page can reach it by a name of its own.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { describeComplaint } from './schema-complaint.ts';
import { readJson, SideDoorRefusal } from './side-door-body.ts';

export interface SideDoorRoute {
  readonly verb: 'GET' | 'PUT' | 'POST';
  /** `/practice/seen`; with a `*` at its end, everything below. */
  readonly path: string;
  /** What the body has to be; none is read without it. */
  readonly body?: TSchema;
  /** Undefined: nothing to tell, 204. */
  answer(asked: { readonly path: string; readonly query: URLSearchParams; readonly body: unknown }): unknown;
}

export type SideDoor = (
  request: IncomingMessage,
  response: ServerResponse,
  target: { readonly path: string; readonly query: string },
) => Promise<void>;

const LOOPBACK = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;

export function createSideDoor(routes: readonly SideDoorRoute[]): SideDoor {
  const checks = new Map(
    routes.flatMap(({ body }) => (body === undefined ? [] : [[body, Compile(body)] as const])),
  );

  async function answer(request: IncomingMessage, path: string, query: string): Promise<unknown> {
    const host = request.headers.host ?? '';
    if (!LOOPBACK.test(host))
      throw new SideDoorRefusal(403, `Host is ${JSON.stringify(host)}; expected a loopback name`);
    const here = routes.filter((route) => matches(route.path, path));
    if (here.length === 0)
      throw new SideDoorRefusal(
        404,
        `there is no ${path}; there are ${[...new Set(routes.map((one) => one.path))].join(', ')}`,
      );
    const route = here.find(({ verb }) => verb === request.method);
    if (route === undefined)
      throw new SideDoorRefusal(
        405,
        `${path} does not take ${request.method}; it takes ${here.map(({ verb }) => verb).join(', ')}`,
      );
    const body = route.body === undefined ? undefined : await readJson(request);
    const [complaint] = (route.body && checks.get(route.body)?.Errors(body)) ?? [];
    if (complaint !== undefined) throw new SideDoorRefusal(400, describeComplaint('body', complaint));
    return route.answer({ path, query: new URLSearchParams(query), body });
  }

  return async (request, response, { path, query }) => {
    try {
      const told = await answer(request, path, query);
      if (told === undefined) response.writeHead(204).end();
      else sendJson(response, 200, told);
    } catch (error) {
      if (!(error instanceof SideDoorRefusal)) throw error;
      sendJson(response, error.status, { error: error.message });
    }
  };
}

function matches(pattern: string, path: string): boolean {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
}
