/**
 * `/practice/…`: what tests, benchmarks and drills ask and change. Not a part of Riot: no Riot route leads here, and only requests
 * that are addressed to this machine by a loopback name are let in, so that no web page can reach it by its own name.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Static, type TSchema, Type } from 'typebox';
import { Errors } from 'typebox/value';
import type { ClockSetting, WorldClock } from '../world-clock.ts';
import { type ApiKey, type ApiKeys, KEY_FORM, ProfileSetting } from './api-keys.ts';
import { FaultRule, type Faults } from './faults.ts';
import type { Seen } from './seen.ts';

export interface SideDoorRoute {
  readonly verb: 'GET' | 'PUT' | 'POST';
  readonly path: string;
  /** What the body has to be; none is read without it. */
  readonly body?: TSchema;
  /** Undefined: 204. */
  answer(asked: { readonly query: URLSearchParams; readonly body: unknown }): unknown;
}

/** Sent as `{"error": …}`. */
export class SideDoorRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export interface SideDoorParts {
  readonly clock: WorldClock;
  readonly clockMode: ClockSetting['mode'];
  readonly keys: ApiKeys;
  readonly faults: Faults;
  readonly seen: Seen;
}

const LOOPBACK = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;

const only = { additionalProperties: false };
const FaultsBody = Type.Object({ seed: Type.Optional(Type.Integer()), rules: Type.Array(FaultRule) }, only);
const AdvanceBody = Type.Object({ ms: Type.Integer({ minimum: 0 }) }, only);
const KeyBody = Type.Object(
  {
    key: Type.String({ pattern: KEY_FORM }),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
    profile: Type.Optional(ProfileSetting),
    games: Type.Optional(Type.Array(Type.Enum(['tft', 'lol']))),
    expired: Type.Optional(Type.Boolean()),
  },
  only,
);

export async function answerSideDoor(
  routes: readonly SideDoorRoute[],
  request: IncomingMessage,
  response: ServerResponse,
  { path, query }: { readonly path: string; readonly query: string },
): Promise<void> {
  const sendJson = (status: number, value: unknown): void => {
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
  };
  try {
    if (!LOOPBACK.test(request.headers.host ?? ''))
      throw new SideDoorRefusal(403, `Host is ${request.headers.host}; expected a loopback name`);
    const route = routes.find((one) => one.path === path && one.verb === request.method);
    if (route === undefined)
      throw new SideDoorRefusal(
        404,
        `there is no ${request.method} ${path}; there are ${routes.map((one) => `${one.verb} ${one.path}`).join(', ')}`,
      );
    const body = route.body === undefined ? undefined : await readBody(request, route.body);
    const told = route.answer({ query: new URLSearchParams(query), body });
    if (told === undefined) response.writeHead(204).end();
    else sendJson(200, told);
  } catch (error) {
    if (!(error instanceof SideDoorRefusal)) throw error;
    sendJson(error.status, { error: error.message });
  }
}

async function readBody(request: IncomingMessage, schema: TSchema): Promise<unknown> {
  // A web page of another site can send text, but not JSON, without asking first.
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/json\b/i.test(type))
    throw new SideDoorRefusal(415, `Content-Type is ${JSON.stringify(type)}; expected application/json`);
  let text = '';
  for await (const chunk of request.setEncoding('utf8') as AsyncIterable<string>) text += chunk;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    throw new SideDoorRefusal(400, `the body is not JSON: ${String(error)}`);
  }
  const complaint = findComplaint(schema, body);
  if (complaint !== undefined) throw new SideDoorRefusal(400, `body${complaint}`);
  return body;
}

/** `/rules/0/kind: must be equal to one of the allowed values`; undefined: the value is as the schema says. */
export function findComplaint(schema: TSchema, value: unknown): string | undefined {
  const [complaint] = Errors(schema, value);
  return complaint === undefined ? undefined : `${complaint.instancePath}: ${complaint.message}`;
}

export function createSideDoorRoutes(parts: SideDoorParts): SideDoorRoute[] {
  const { clock, clockMode, keys, faults, seen } = parts;
  const tellClock = () => ({ mode: clockMode, now: clock.now(), at: new Date(clock.now()).toISOString() });
  return [
    { verb: 'GET', path: '/practice/seen', answer: ({ query }) => seen.report(query.get('matches') === '1') },
    { verb: 'POST', path: '/practice/seen/reset', answer: () => seen.reset() },
    {
      verb: 'PUT',
      path: '/practice/faults',
      body: FaultsBody,
      answer({ body }) {
        const { rules, seed } = body as Static<typeof FaultsBody>;
        faults.set(rules, seed);
        return { rules };
      },
    },
    {
      verb: 'PUT',
      path: '/practice/keys',
      body: KeyBody,
      answer: ({ body }) => toShownKey(orRefuse(() => keys.put(body as Static<typeof KeyBody>))),
    },
    { verb: 'GET', path: '/practice/clock', answer: tellClock },
    {
      verb: 'POST',
      path: '/practice/clock/advance',
      body: AdvanceBody,
      answer({ body }) {
        orRefuse(() => clock.advance((body as Static<typeof AdvanceBody>).ms));
        return tellClock();
      },
    },
  ];
}

function toShownKey({ name, profile, games, expired }: ApiKey): object {
  return { name, profile, games, expired };
}

/** The answer names a mistake of the caller. */
function orRefuse<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw new SideDoorRefusal(400, error instanceof Error ? error.message : String(error));
  }
}
