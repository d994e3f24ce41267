/**
 * The server that plays API-Football, and its part of the side door. Base address `…/football`, key in the header `x-apisports-key`,
 * GET only.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Static, Type } from 'typebox';
import type { Annex } from '../edge/edge-server.ts';
import { SideDoorRefusal, type SideDoorRoute } from '../edge/side-door.ts';
import {
  ERRORS,
  type FootballAnswer,
  type FootballCall,
  SERVER_ERROR,
  answerFixtures,
  errorBody,
  goodAnswer,
} from './fixtures-answer.ts';
import { toPerson } from './match-truth.ts';
import { DAY_MS, MINUTE_MS } from './fixture-calendar.ts';
import type { FootballWorld } from './football-world.ts';
import type { MatchStory } from './match-telling.ts';
import { QuirkChanges } from './quirks.ts';

/** A practice key: of the right form, worth nothing. */
export const FOOTBALL_KEY = 'f007ba11000000000000707261637469';

export interface FootballAnnexParts {
  readonly world: FootballWorld;
  readonly plan: PlanSetting;
  /** The clock that the quota runs on, in milliseconds since 1970. */
  readonly quotaNow: () => number;
}

interface Desk {
  readonly world: FootballWorld;
  readonly quota: Quota;
  /** Every counted call is answered with HTTP 500. */
  isDown: boolean;
}

/** What is left out stays as it is. */
const FaultsBody = Type.Object(
  {
    isDown: Type.Optional(Type.Boolean()),
    quirks: Type.Optional(QuirkChanges),
    otherQuirks: Type.Optional(Type.Enum(['defaults', 'none'])),
  },
  { additionalProperties: false },
);

export function createFootballAnnex({ world, plan, quotaNow }: FootballAnnexParts): Annex {
  const desk: Desk = { world, quota: createQuota(plan, quotaNow), isDown: false };
  const sideDoorRoutes: SideDoorRoute[] = [
    { verb: 'GET', path: '/practice/football/truth', answer: ({ query }) => tellTruth(world, query) },
    {
      verb: 'PUT',
      path: '/practice/football/faults',
      body: FaultsBody,
      answer({ body }) {
        const { isDown = desk.isDown, quirks, otherQuirks } = body as Static<typeof FaultsBody>;
        desk.isDown = isDown;
        if (quirks !== undefined || otherQuirks !== undefined)
          world.setQuirks(quirks ?? {}, otherQuirks ?? 'defaults');
        return { isDown };
      },
    },
  ];
  return {
    name: 'football',
    sideDoorRoutes,
    handle(request, response, { path, query }) {
      handle(desk, request, response, { get: path.slice(1), query: new URLSearchParams(query) });
      return Promise.resolve();
    },
    stop: () => Promise.resolve(),
  };
}

function handle(
  { world, quota, isDown }: Desk,
  request: IncomingMessage,
  response: ServerResponse,
  call: FootballCall,
): void {
  const send = ({ status, body, contentType }: FootballAnswer, headers: readonly string[] = []): void => {
    const own = ['Content-Type', contentType, 'Content-Length', String(Buffer.byteLength(body))];
    response.writeHead(status, [...own, ...headers]).end(body);
  };
  if (request.method !== 'GET')
    return send({ ...errorBody(call, { method: 'Only GET is allowed.' }), status: 405 });
  if (request.headers['x-apisports-key'] !== FOOTBALL_KEY) return send(errorBody(call, ERRORS.token));
  // Asking how much is left costs nothing.
  if (call.get === 'status') return send(goodAnswer(call, toStatus(quota)));
  const { refusedBy, headers } = quota.count();
  const { perMinute } = quota.plan();
  if (refusedBy !== null)
    return send(
      errorBody(call, refusedBy === 'requests' ? ERRORS.requests : ERRORS.rateLimit(perMinute)),
      headers,
    );
  if (isDown) return send(SERVER_ERROR, headers);
  const unknown = { endpoint: 'This endpoint does not exist.' };
  send(call.get === 'fixtures' ? answerFixtures(world, call) : errorBody(call, unknown), headers);
}

function toStatus(quota: Quota): object {
  const { name, perDay } = quota.plan();
  return {
    account: { firstname: 'Practice', lastname: 'World', email: 'practice@example.org' },
    subscription: { plan: name, end: '2099-12-31T00:00:00+00:00', active: true },
    requests: { current: quota.usedToday(), limit_day: perDay },
  };
}

/** Of one match (`?fixture=`) or of a day's (`?day=`, today's by default). */
function tellTruth(world: FootballWorld, query: URLSearchParams): unknown {
  const fixture = query.get('fixture');
  if (fixture !== null) {
    const story = world.findStory(Number(fixture));
    if (story === undefined) throw new SideDoorRefusal(404, `there is no fixture ${JSON.stringify(fixture)}`);
    return toTruth(story);
  }
  const day = query.get('day') ?? new Date(world.now()).toISOString().slice(0, 10);
  const from = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(from))
    throw new SideDoorRefusal(400, `day is ${JSON.stringify(day)}; expected a date such as 2026-11-15`);
  const matches = world.calendar.between(from, from + DAY_MS).map((each) => toTruth(world.storyOf(each)));
  return { now: world.now(), day, matches };
}

function toTruth({ truth, tellings }: MatchStory) {
  const { fixture, phases, finalScore } = truth;
  return {
    fixture: fixture.id,
    home: { id: fixture.home.id, name: fixture.home.name },
    away: { id: fixture.away.id, name: fixture.away.name },
    kickoffAt: fixture.kickoffAt,
    phases: phases.map(({ code, startsAt }) => ({ code, startsAt })),
    endsAt: phases.at(-1)?.startsAt,
    finalScore,
    goals: tellings.map(({ goal, versions }) => ({
      ...goal,
      scorer: toPerson(goal.scorer),
      assist: goal.assist && toPerson(goal.assist),
      /** What the upstream says of it, and from when on. */
      told: versions,
    })),
  };
}

// How often the key may ask: per minute in windows that the first call opens, per day until midnight UTC. What is over the limit is
// answered with HTTP 200 and counted all the same. The clock is the machine's; the world's only when that is stepped.

const PLANS = {
  free: { name: 'Free', perDay: 100, perMinute: 10 },
  pro: { name: 'Pro', perDay: 7500, perMinute: 300 },
  ultra: { name: 'Ultra', perDay: 75_000, perMinute: 450 },
  unlimited: { name: 'Custom', perDay: 100_000_000, perMinute: 10_000_000 },
} as const;

/** A plan of the upstream by its name, or with numbers of one's own. */
export const PlanSetting = Type.Union([
  Type.Enum(Object.keys(PLANS) as (keyof typeof PLANS)[]),
  Type.Object(
    { perDay: Type.Integer({ minimum: 0 }), perMinute: Type.Integer({ minimum: 0 }) },
    { additionalProperties: false },
  ),
]);
export type PlanSetting = Static<typeof PlanSetting>;

interface Quota {
  plan(): { readonly name: string; readonly perDay: number; readonly perMinute: number };
  /** Counts a call. */
  count(): { readonly refusedBy: 'rateLimit' | 'requests' | null; readonly headers: readonly string[] };
  usedToday(): number;
}

function createQuota(setting: PlanSetting, now: () => number): Quota {
  const plan = typeof setting === 'string' ? PLANS[setting] : { name: 'Custom', ...setting };
  const { perDay, perMinute } = plan;
  let day = Number.NaN;
  let today = 0;
  let minuteOpenedAt = -Infinity;
  let thisMinute = 0;

  function turn(): void {
    const at = now();
    const dayNow = Math.floor(at / DAY_MS);
    if (dayNow !== day) [day, today] = [dayNow, 0];
    if (at >= minuteOpenedAt + MINUTE_MS) [minuteOpenedAt, thisMinute] = [at, 0];
  }

  return {
    plan: () => plan,
    count() {
      turn();
      today++;
      thisMinute++;
      return {
        refusedBy: today > perDay ? 'requests' : thisMinute > perMinute ? 'rateLimit' : null,
        headers: Object.entries({
          'x-ratelimit-requests-limit': perDay,
          'x-ratelimit-requests-remaining': Math.max(0, perDay - today),
          'X-RateLimit-Limit': perMinute,
          'X-RateLimit-Remaining': Math.max(0, perMinute - thisMinute),
        }).flatMap(([name, value]) => [name, String(value)]),
      };
    },
    usedToday() {
      turn();
      return today;
    },
  };
}
