/**
 * `/practice/…`: what tests, benchmarks and drills ask and change. Not a part of Riot: no Riot route leads here, and only requests
 * that are addressed to this machine by a loopback name are let in, so that no web page can reach it by a name of its own.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

export interface SideDoorRoute {
  readonly verb: 'GET' | 'PUT' | 'POST';
  /** `/practice/seen`; with a `*` at its end, everything below. */
  readonly path: string;
  /** What the body has to be; none is read without it. */
  readonly body?: TSchema;
  /** Undefined: 204. */
  answer(asked: { readonly path: string; readonly query: URLSearchParams; readonly body: unknown }): unknown;
}

export type SideDoor = (
  request: IncomingMessage,
  response: ServerResponse,
  target: { readonly path: string; readonly query: string },
) => Promise<void>;

/** Sent as `{"error": …}`. */
export class SideDoorRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const LOOPBACK = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;
const MAX_BYTES = 1_000_000;

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

/** What is wrong with a value, from a schema's first complaint; `what` is the name of the whole value. */
export function describeComplaint(
  what: string,
  complaint: {
    readonly keyword: string;
    readonly instancePath: string;
    readonly params: object;
    readonly message: string;
  },
): string {
  const { allowedValues, requiredProperties } = complaint.params as Readonly<Record<string, unknown>>;
  const expectation = Array.isArray(allowedValues)
    ? `expected one of ${allowedValues.map(String).join(', ')}`
    : Array.isArray(requiredProperties)
      ? `there has to be ${requiredProperties.map(String).join(', ')}`
      : // How a schema refuses a field that is not foreseen.
        complaint.keyword === 'boolean'
        ? 'there is no such field'
        : complaint.message;
  return `${what}${complaint.instancePath}: ${expectation}`;
}

function matches(pattern: string, path: string): boolean {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  // A web page of another site can send text, but not JSON, without asking first.
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/json\b/i.test(type))
    throw new SideDoorRefusal(415, `Content-Type is ${JSON.stringify(type)}; expected application/json`);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new SideDoorRefusal(413, `the body is larger than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch (error) {
    throw new SideDoorRefusal(
      400,
      `the body is not JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
}
