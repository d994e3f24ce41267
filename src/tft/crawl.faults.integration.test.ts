/** Crawls that are killed, stopped, doubled and held up: what the upstream counted is the judge. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { drilled } from '../../test/support/drilled.ts';
import { countSentInVain, forgetLives, killCollector } from '../../test/support/killed-collector.ts';
import { createTftCrawlBench, type TftCrawlBench } from '../../test/support/tft-crawl-bench.ts';
import { until } from '../../test/support/until.ts';

const BODIES = ['tft-match-v1.getMatch'];
/** Bodies that a process gets before the upstream holds all others back. */
const FIRST = 20;

let bench: TftCrawlBench;
beforeEach(async () => {
  bench = await createTftCrawlBench();
});
afterEach(() => bench.drop());

const countOf = async (state: 'stored' | 'wanted', platform = 'euw1'): Promise<number> => {
  const [row] = await bench.database.query<{ count: number }>(
    'select count(*)::int as count from gamekeeper.match where state = $1 and platform = $2',
    [state, platform],
  );
  return row?.count ?? 0;
};

/** Every match of every list of the ladder is there, with its body, and nothing else happened to any. */
async function expectWhole(): Promise<void> {
  const listed = bench.historiesOf(bench.upstream.players('euw1').slice(0, 12));
  const rows = await bench.database.query<{ id: string; state: string; has: boolean }>(
    `select m.id, m.state, r.id is not null as has
     from gamekeeper.match m left join gamekeeper.raw r using (source, id) order by m.id`,
  );
  expect(rows).toEqual(listed.map((id) => ({ id, state: 'stored', has: true })));
}

test('a killed process loses nothing, and only bodies that it had not stored are asked for again', async () => {
  const kills = drilled(1, 8);
  for (let kill = 0; kill < kills; kill++)
    await killCollector(bench, { program: 'tft-crawl-process', methods: BODIES, after: FIRST });
  expect(await countOf('wanted')).toBeGreaterThan(0);
  const inVain = await countSentInVain(bench);
  expect(inVain).toBeLessThanOrEqual(FIRST * kills);

  await forgetLives(bench);
  await bench.crawl({ cooldownMinutes: 60 });
  await until('the work has run dry', 60_000, bench.isDry);

  await expectWhole();
  expect(await countSentInVain(bench)).toBe(inVain);
});

test('two processes at once fetch everything once', async () => {
  const [one, other] = await Promise.all([
    bench.crawl({ cooldownMinutes: 60 }),
    bench.crawl({ cooldownMinutes: 60 }),
  ]);
  await Promise.all([one.send('tft/crawl-platforms', {}), other.send('tft/crawl-platforms', {})]);
  await until('the work has run dry', 60_000, async () => (await countOf('stored')) > 0 && bench.isDry());

  await expectWhole();
  expect(await countSentInVain(bench)).toBe(0);
});

test('a process that is stopped in the middle leaves the rest to the next', async () => {
  await bench.faults({ kind: 'hold', methods: BODIES, after: FIRST });
  const stopped = await bench.crawl({ cooldownMinutes: 60 });
  await stopped.send('tft/crawl-platforms', {});
  await until('bodies are under way', 30_000, () => bench.upstream.held() > 0);
  await until('the first bodies are stored', 30_000, async () => (await countOf('stored')) === FIRST);
  await stopped.stop({ graceMs: 50 });
  await until('the calls of the stopped process are cut', 30_000, () => bench.upstream.held() === 0);

  await bench.faults();
  await bench.crawl({ cooldownMinutes: 60 });
  await until('the work has run dry', 60_000, bench.isDry);
  await expectWhole();
  // What was under way was not answered.
  expect(await countSentInVain(bench)).toBe(0);
});

test('a region that answers nothing holds up no other region', async () => {
  await bench.faults({ kind: 'hold', hosts: ['europe'] });
  const engine = await bench.crawl({ cooldownMinutes: 60, platforms: ['euw1', 'kr'] });
  await engine.send('tft/crawl-platforms', {});
  const [korean] = [bench.historiesOf(bench.upstream.players('kr')).length];
  await until('Korea is whole', 40_000, async () => (await countOf('stored', 'kr')) === korean);

  expect(await countOf('stored')).toBe(0);
  expect(bench.upstream.held()).toBeGreaterThan(0);
  await bench.faults();
});
