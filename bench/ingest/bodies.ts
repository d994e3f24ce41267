/** Bodies of the practice world to be projected: games of a few weeks, so of few patches, as a crawl would bring them. */
import { createTftMatchBody } from '../practice/tft/match-body.ts';
import { createTftRules } from '../practice/tft/rules.ts';
import { createTftTruth } from '../practice/tft/truth.ts';
import { createWorldClock } from '../practice/world-clock.ts';
import { createWorld } from '../practice/world/create-world.ts';
import { TEST_RULES } from '../practice/world/rules-for-tests.ts';
import type { Database } from '../src/stores/postgres/database.ts';
import { packBody, storeBodies } from '../src/stores/postgres/raw.ts';

const WEEK_MS = 7 * 86_400_000;
/** Fewer than are played in one. */
const GAMES_A_WEEK = 24_000;
const GROUP = 200;

export async function storePracticeGames(database: Database, count: number): Promise<void> {
  const bodies = [...makePracticeBodies(count)];
  for (let at = 0; at < bodies.length; at += GROUP) {
    const group = bodies.slice(at, at + GROUP);
    await database.transaction(async (tx) => {
      await tx.query(
        `insert into gamekeeper.match (source, id, platform, state)
         select 'tft', id, lower(split_part(id, '_', 1)), 'stored' from unnest($1::text[]) as id`,
        [group.map(([id]) => id)],
      );
      const packed = group.map(([id, body]) => packBody(id, body, new Date()));
      await storeBodies(tx, { source: 'tft', kind: 'match' }, packed);
    });
  }
  await database.query('analyze');
}

/** By id. */
export function makePracticeBodies(count: number): Map<string, Buffer> {
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
    const query = { kind: 'tft', player, start: 0, count: 50 * weeks, fromMs } as const;
    for (const number of world.history(query)) {
      const game = world.game('tft', player.platform, number);
      if (game === undefined || bodies.size >= count) continue;
      const body = toBody(game, (one) => `${one.index}-`.padEnd(78, 'x'));
      bodies.set(`${player.platform.toUpperCase()}_${number}`, Buffer.from(body));
    }
  }
  if (bodies.size < count) throw new Error(`only ${bodies.size} games were played; expected ${count}`);
  return bodies;
}
