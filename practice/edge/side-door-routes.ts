/** The routes of the side door: what was seen, faults, keys, the clock, and the truth. */
import { Type, type Static } from 'typebox';
import type { WorldClock } from '../world-clock.ts';
import { KEY_FORM, type ApiKey, type ApiKeys } from './api-keys.ts';
import type { Content } from './content.ts';
import type { Faults } from './faults.ts';
import { ProfileSetting } from './limit-profiles.ts';
import { SideDoorRefusal, type SideDoorRoute } from './side-door.ts';
import type { Seen } from './seen.ts';

export interface SideDoorParts {
  readonly content: Content;
  readonly clock: WorldClock;
  readonly clockMode: 'real' | 'accelerated' | 'stepped';
  readonly keys: ApiKeys;
  readonly faults: Faults;
  readonly seen: Seen;
}

const FaultsBody = Type.Object(
  { seed: Type.Optional(Type.Integer()), rules: Type.Array(Type.Unknown()) },
  { additionalProperties: false },
);
const AdvanceBody = Type.Object({ ms: Type.Integer({ minimum: 0 }) }, { additionalProperties: false });
const KeyBody = Type.Object(
  {
    key: Type.String({ pattern: KEY_FORM }),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
    profile: Type.Optional(ProfileSetting),
    games: Type.Optional(Type.Array(Type.Union([Type.Literal('tft'), Type.Literal('lol')]))),
    expired: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

export function createSideDoorRoutes(parts: SideDoorParts): SideDoorRoute[] {
  return [
    ...seenRoutes(parts),
    ...faultRoutes(parts),
    ...keyRoutes(parts),
    ...clockRoutes(parts),
    truthRoute(parts),
  ];
}

function seenRoutes({ seen }: SideDoorParts): SideDoorRoute[] {
  return [
    {
      verb: 'GET',
      path: '/practice/seen',
      answer: ({ query }) => seen.report({ withMatches: query.get('matches') === '1' }),
    },
    { verb: 'POST', path: '/practice/seen/reset', answer: () => seen.reset() },
  ];
}

function faultRoutes({ faults }: SideDoorParts): SideDoorRoute[] {
  const path = '/practice/faults';
  return [
    { verb: 'GET', path, answer: () => faults.report() },
    {
      verb: 'PUT',
      path,
      body: FaultsBody,
      answer({ body }) {
        const { rules, seed } = body as Static<typeof FaultsBody>;
        orRefuse(() => faults.set(rules, seed));
        return faults.report();
      },
    },
  ];
}

function keyRoutes({ keys }: SideDoorParts): SideDoorRoute[] {
  const path = '/practice/keys';
  return [
    { verb: 'GET', path, answer: () => keys.list().map(toShownKey) },
    {
      verb: 'PUT',
      path,
      body: KeyBody,
      answer: ({ body }) => toShownKey(orRefuse(() => keys.put(body as Static<typeof KeyBody>))),
    },
  ];
}

function toShownKey({ name, profile, games, expired }: ApiKey): object {
  return { name, profile, games, expired };
}

function clockRoutes({ clock, clockMode }: SideDoorParts): SideDoorRoute[] {
  const tell = () => ({
    mode: clockMode,
    now: clock.now(),
    at: new Date(clock.now()).toISOString(),
  });
  return [
    { verb: 'GET', path: '/practice/clock', answer: tell },
    {
      verb: 'POST',
      path: '/practice/clock/advance',
      body: AdvanceBody,
      answer({ body }) {
        if (clockMode !== 'stepped')
          throw new SideDoorRefusal(
            409,
            `the world's clock is ${clockMode}; only a stepped one can be moved`,
          );
        clock.advance((body as Static<typeof AdvanceBody>).ms);
        return tell();
      },
    },
  ];
}

function truthRoute({ content }: SideDoorParts): SideDoorRoute {
  return {
    verb: 'GET',
    path: '/practice/truth/*',
    answer({ path, query }) {
      const told = orRefuse(() => content.truth(path.split('/').slice(3), query));
      if (told === undefined) throw new SideDoorRefusal(404, `there is no truth at ${path}`);
      return told;
    },
  };
}

/** Whoever knocks is told what was wrong with what they sent. */
function orRefuse<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw new SideDoorRefusal(400, error instanceof Error ? error.message : String(error));
  }
}
