/**
 * Bodies to ingest and to rebuild from: TFT games of the practice world, of a few weeks and so of few patches, as a crawl brings them; and
 * a match and a timeline of League of Legends, padded to the size of real ones.
 */
import { createTftMatchBody } from '../../practice/tft/match-body.ts';
import { createTftRules } from '../../practice/tft/rules.ts';
import { createTftTruth } from '../../practice/tft/truth.ts';
import { createWorldClock } from '../../practice/world-clock.ts';
import { createWorld } from '../../practice/world/create-world.ts';
import { TEST_RULES } from '../../practice/world/rules-for-tests.ts';
import { lolMatch, lolTimeline } from '../../src/upstream/fixtures/riot-bodies.ts';

const WEEK_MS = 7 * 86_400_000;
/** Fewer than are played. */
const GAMES_A_WEEK = 24_000;
const REAL_MATCH_BYTES = 74_000;
const REAL_TIMELINE_BYTES = 455_000;

/** By id. */
export function makeTftBodies(count: number): Map<string, Buffer> {
  const truth = createTftTruth(7);
  const clock = createWorldClock({ mode: 'stepped', startAt: Date.UTC(2026, 5, 10, 12) });
  const world = createWorld({ seed: 7, clock, rules: { ...TEST_RULES, tft: createTftRules(truth) } });
  const toBody = createTftMatchBody({ truth });
  const bodies = new Map<string, Buffer>();
  const weeks = Math.ceil(count / GAMES_A_WEEK);
  const fromMs = clock.now() - weeks * WEEK_MS;
  for (let index = 0; index < world.playerCount() && bodies.size < count; index++) {
    const player = world.player(index);
    if (player === undefined) continue;
    for (const number of world.history({ kind: 'tft', player, start: 0, count: 50 * weeks, fromMs })) {
      const game = world.game('tft', player.platform, number);
      if (game === undefined || bodies.size >= count) continue;
      const body = toBody(game, (one) => `${one.index}-`.padEnd(78, 'x'));
      bodies.set(`${player.platform.toUpperCase()}_${number}`, Buffer.from(body));
    }
  }
  if (bodies.size < count) throw new Error(`only ${bodies.size} games were played; expected ${count}`);
  return bodies;
}

export const LARGE_MATCH = 'EUW1_5000000001';

export function makeLargeBodies(): Readonly<Record<'match' | 'timeline', Buffer>> {
  return {
    match: padded(lolMatch(), REAL_MATCH_BYTES),
    timeline: padded(lolTimeline(), REAL_TIMELINE_BYTES),
  };
}

/** Most of a real body is numbers under names that the product does not read. */
function padded({ info, ...body }: { readonly info: object }, bytes: number): Buffer {
  const unread: Record<string, number> = {};
  let missing = bytes - JSON.stringify({ ...body, info }).length;
  for (let nth = 0; missing > 0; nth++) {
    const [name, value] = [`unreadStatistic${nth}`, nth * 1.5];
    unread[name] = value;
    missing -= JSON.stringify(name).length + String(value).length + 2;
  }
  return Buffer.from(JSON.stringify({ ...body, info: { ...info, unread } }));
}
