/**
 * What tests, drills and benchmarks ask and change about football: the truth of every match, quirks, faults, the plan, and what was
 * called. `/practice/football/…`.
 */
import { Type, type Static } from 'typebox';
import { SideDoorRefusal, type SideDoorRoute } from '../edge/side-door.ts';
import { DAY_MS } from './fixture-calendar.ts';
import { FOOTBALL_FAULTS, type FootballFaults } from './football-faults.ts';
import type { FootballWorld } from './football-world.ts';
import type { MatchStory } from './match-telling.ts';
import { PlanSetting, toPlan } from './plan-setting.ts';
import type { Quota } from './quota.ts';

export interface FootballCalls {
  /** Without those that cost nothing. */
  total: number;
  /** By the first parameter: date, live, ids, … */
  readonly byParameter: Record<string, number>;
  /** By what refused them: token, rateLimit, requests. */
  readonly refused: Record<string, number>;
}

interface Parts {
  readonly world: FootballWorld;
  readonly quota: Quota;
  readonly faults: FootballFaults;
  readonly calls: FootballCalls;
}

const FaultsBody = Type.Object(
  {
    seed: Type.Optional(Type.Integer()),
    rules: Type.Optional(Type.Array(Type.Unknown())),
    quirks: Type.Optional(Type.Record(Type.String(), Type.Number())),
    otherQuirks: Type.Optional(Type.Enum(['defaults', 'none'])),
    plan: Type.Optional(PlanSetting),
  },
  { additionalProperties: false },
);

export function createFootballSideDoor({ world, quota, faults, calls }: Parts): SideDoorRoute[] {
  const tellFaults = () => ({
    rules: faults.report(),
    quirks: world.quirkShares(),
    plan: quota.plan(),
    kinds: FOOTBALL_FAULTS,
  });
  return [
    { verb: 'GET', path: '/practice/football/truth', answer: ({ query }) => tellTruth(world, query) },
    {
      verb: 'GET',
      path: '/practice/football/calls',
      answer: () => ({ ...calls, usedToday: quota.usedToday() }),
    },
    { verb: 'GET', path: '/practice/football/faults', answer: tellFaults },
    {
      verb: 'PUT',
      path: '/practice/football/faults',
      body: FaultsBody,
      answer({ body }) {
        const { rules, seed, quirks, otherQuirks, plan } = body as Static<typeof FaultsBody>;
        orRefuse(() => {
          // What is not named stays as it is: a test may change the quirks under way and keep its faults.
          if (rules !== undefined) faults.set(rules, seed);
          if (quirks !== undefined || otherQuirks !== undefined)
            world.setQuirks(quirks ?? {}, otherQuirks ?? 'defaults');
          if (plan !== undefined) quota.setPlan(toPlan(plan));
        });
        return tellFaults();
      },
    },
  ];
}

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
  return {
    now: world.now(),
    day,
    matches: world.calendar.between(from, from + DAY_MS).map((each) => toTruth(world.storyOf(each))),
  };
}

function toTruth({ truth, tellings }: MatchStory) {
  const { fixture, phases, finalScore, isPlayed, kicks } = truth;
  const last = phases.at(-1);
  return {
    fixture: fixture.id,
    league: { id: fixture.league.id, name: fixture.league.name, coverage: fixture.league.coverage },
    home: { id: fixture.home.id, name: fixture.home.name },
    away: { id: fixture.away.id, name: fixture.away.name },
    kickoffAt: fixture.kickoffAt,
    isPlayed,
    phases: phases.map(({ code, startsAt }) => ({ code, startsAt })),
    endsAs: last?.code,
    endsAt: last?.startsAt,
    finalScore,
    penalties: kicks.length === 0 ? null : kicks.map(({ side, isGoal }) => ({ side, isGoal })),
    goals: tellings.map(({ goal, versions }) => ({
      key: goal.key,
      n: goal.n,
      side: goal.side,
      kind: goal.kind,
      scorer: { id: goal.scorer.id, name: goal.scorer.name },
      assist: goal.assist === null ? null : { id: goal.assist.id, name: goal.assist.name },
      minute: goal.minute,
      extraMinute: goal.extraMinute,
      happenedAt: goal.happenedAt,
      stands: goal.stands,
      scoreBefore: goal.scoreBefore,
      scoreAfter: goal.scoreAfter,
      /** What the upstream says of it, and from when on. */
      told: versions,
    })),
  };
}

/** Whoever knocks is told what was wrong with what they sent. */
function orRefuse(act: () => void): void {
  try {
    act();
  } catch (error) {
    throw new SideDoorRefusal(400, error instanceof Error ? error.message : String(error));
  }
}
