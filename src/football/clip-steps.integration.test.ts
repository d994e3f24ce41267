/** Clips from a site into the archive, with real videos, decoder, guard and database. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createClipsBench, type ClipsBench } from '../../test/support/clips-bench.ts';
import { SMALL_COPY } from '../../test/support/made-clips.ts';
import { until } from '../../test/support/until.ts';
import { findArchivedVideo } from './clip.ts';
import { listClipSites } from './ask-sites.ts';
import { listGoalSteps } from './steps.ts';
import { RESUME_STEPS, SEARCH_CLIPS } from './kinds.ts';

let bench: ClipsBench;
let amber: string;
let amberSmall: string;
let vale: string;
beforeAll(async () => {
  bench = await createClipsBench();
  amber = await bench.videos.make('amber', 1);
  amberSmall = await bench.videos.make('amber-small', 1, SMALL_COPY);
  vale = await bench.videos.make('vale', 2);
});
beforeEach(() => {
  bench.site.posts.length = 0;
  bench.site.searches.length = 0;
  bench.site.served.clear();
  bench.site.mood = 'well';
});
afterEach(() => bench.stopEngines());
afterAll(() => bench.drop());

const GOOD = "Lindqvist 23' Port Amber 1-0 Vale Rovers";
function post(id: string, media: string | number, text = GOOD): void {
  bench.site.posts.push({ id, text, postedAt: new Date(), videos: [{ media }] });
}
const byPost = async (goal: string) => new Map((await bench.rows(goal)).map((row) => [row.postId, row]));

test('compares the downloadable ones of five videos, archives the best, and records every step', async () => {
  const goal = await bench.goal({ fixtureId: 777, playerName: 'Å. Lindqvist' });
  post('1', amberSmall);
  post('2', amber);
  post('3', amber);
  post('4', 404);
  post('5', vale, "Lindqvist 88' Port Amber 4-0 Vale Rovers");
  const reason = await bench.searchAgain(await bench.clips(), goal);

  const rows = await byPost(goal);
  const best = [...rows.values()].find((row) => row.isBest);
  expect(best?.md5).toBe(rows.get('2')?.md5);
  expect(rows.get('1')).toMatchObject({
    state: 'duplicate',
    reasonCode: 'same-picture',
    cluster: best?.cluster,
  });
  expect(new Set([rows.get('2')?.state, rows.get('3')?.state])).toEqual(new Set(['duplicate', 'kept']));
  expect(rows.get('4')).toMatchObject({ state: 'failed', reasonCode: 'gone' });
  expect(rows.get('5')).toMatchObject({ state: 'rejected', reasonCode: 'irrelevant' });
  expect(bench.site.served.has('5-1')).toBe(false);
  expect(reason).toBe('1 archived of 5 found in 2 searches: 2 copies, 1 rejected, 1 could not be downloaded');

  const key = `777/${goal}/${best?.md5}.mp4`;
  await expect.poll(() => bench.keys()).toEqual([key]);
  expect(best).toMatchObject({
    objectKey: key,
    objectState: 'stored',
    copies: 3,
    isVerified: true,
    sightings: 2,
  });
  for (const row of rows.values())
    expect((await findArchivedVideo(bench.database, row.id))?.clipId).toBe(
      row.cluster === null ? undefined : best?.id,
    );

  const steps = await until('the last step is written', 5_000, async () => {
    const found = await listGoalSteps(bench.database, goal);
    return found.every(({ endedAt }) => endedAt !== null) && found;
  });
  const names = steps.map(({ step }) => step);
  // How often the others run depends on which video comes first.
  const once = names.filter((step) => !['download', 'deduplicate', 'upload'].includes(step));
  expect(once.toSorted()).toEqual([
    'execute-search',
    'execute-search',
    'get-search',
    'get-search',
    'save-search',
    'save-search',
    'settle',
  ]);
  expect(names).toEqual(expect.arrayContaining(['download', 'deduplicate', 'upload']));
  const [get, execute, save] = steps;
  const name = /^search-Port_Amber-Lindqvist-23min-900001_40_306_Goal_/;
  expect([get, execute, save]).toMatchObject([
    { step: 'get-search', name: expect.stringMatching(name), reason: '(Lindqvist) ("Port Amber" OR Amber)' },
    { step: 'execute-search', name: get?.name, reason: 'practice: 5 posts' },
    { step: 'save-search', name: get?.name, reason: '5 new, 4 to download' },
  ]);
  expect(steps.find(({ step }) => step === 'download')?.name).toMatch(
    /^download-Port_Amber-Lindqvist-4vids-900001_40_306_Goal_\w{4}-\w{8}$/,
  );
  const ended = bench.ends.filter(({ key }) => key === goal).map(({ kind, runName }) => [kind, runName]);
  expect(ended).toContainEqual(['football/execute-search', get?.name]);
  expect(bench.logs.filter(({ run }) => run === get?.name).map(({ step }) => step)).toEqual(
    expect.arrayContaining(['get-search', 'execute-search', 'save-search']),
  );
});

test('repeats a failed save with the stored answers and without the site', async () => {
  const { database } = bench;
  const goal = await bench.goal();
  post('1', amber, 'Lindqvist, Port Amber \0 \uD800');
  await database.query(
    `create function gamekeeper.refuse() returns trigger language plpgsql as $$ begin raise 'no room for this clip'; end $$;
     create trigger refuse before insert on gamekeeper.clip for each row execute function gamekeeper.refuse()`,
  );
  const engine = await bench.clips({ search: { ...bench.work.search, searches: 1 } });
  await engine.send(SEARCH_CLIPS, { goal });
  const failed = await until('a save has failed', 10_000, async () =>
    (await listGoalSteps(database, goal)).find(({ outcome }) => outcome === 'failed'),
  );
  await database.query('drop trigger refuse on gamekeeper.clip; drop function gamekeeper.refuse()');
  // The second attempt may have failed too; then the watch sends the job again.
  await engine.send(RESUME_STEPS, {});
  await bench.untilSettled(goal);

  expect(failed).toMatchObject({ step: 'save-search', reason: expect.stringContaining('no room') });
  expect(bench.site.searches).toHaveLength(1);
  expect((await byPost(goal)).get('1')).toMatchObject({ state: 'kept', sightings: 1 });
});

test.each(['get-search', 'execute-search'] as const)(
  'continues a search whose process ended after %s with the next step',
  async (last) => {
    const goal = await bench.goal();
    await bench.change(goal, `search_limit = 1, search_until = now() + interval '1 minute'`);
    const outcome = { outcome: 'ok', posts: [], unreadable: 0, words: null };
    await bench.database.query(
      `insert into gamekeeper.clip_search (goal_id, started_at, query, answers) values ($1, now(), $2, $3)`,
      [
        goal,
        JSON.stringify({ text: '(Lindqvist)', since: new Date(0) }),
        last === 'get-search' ? null : JSON.stringify([{ site: 'practice', outcome }]),
      ],
    );
    const engine = await bench.clips();
    await engine.send(RESUME_STEPS, {});
    await bench.untilSettled(goal);

    expect(bench.site.searches).toEqual(last === 'get-search' ? ['(Lindqvist)'] : []);
    const steps = (await listGoalSteps(bench.database, goal)).map(({ step }) => step);
    expect(steps).toEqual([...(last === 'get-search' ? ['execute-search'] : []), 'save-search', 'settle']);
  },
);

test('tries an unavailable server three times, and a missing video once', async () => {
  const goal = await bench.goal();
  bench.site.posts.push(
    { id: '1', text: GOOD, postedAt: new Date(), videos: [{ media: amber, badAnswers: 2 }] },
    { id: '2', text: GOOD, postedAt: new Date(), videos: [{ media: vale, badAnswers: 3 }] },
  );
  post('3', 410);
  const engine = await bench.clips();
  await bench.searchAgain(engine, goal);

  const rows = await byPost(goal);
  expect(rows.get('1')?.state).toBe('kept');
  expect(rows.get('2')).toMatchObject({ state: 'failed', reasonCode: 'unreachable' });
  expect(Object.fromEntries(bench.site.served)).toEqual({ '1-1': 3, '2-1': 3, '3-1': 1 });
  const tries = (await listGoalSteps(bench.database, goal)).filter(
    ({ clipId }) => clipId === rows.get('2')?.id,
  );
  expect(tries.map(({ attempt, outcome }) => `${attempt} ${outcome}`)).toEqual([
    '1 failed',
    '2 failed',
    '3 failed',
  ]);
});

test('a better copy replaces the archived one, whose object is deleted', async () => {
  const goal = await bench.goal();
  post('1', amberSmall);
  const engine = await bench.searched(goal);
  const before = await byPost(goal);
  expect(before.get('1')).toMatchObject({ isBest: true, objectState: 'stored' });

  post('2', amber);
  await bench.change(goal, `search_until = now() + interval '1 minute', settled_at = null`);
  await bench.searchAgain(engine, goal);

  const after = await until('the old object is deleted', 10_000, async () => {
    const rows = await byPost(goal);
    return rows.get('1')?.objectState !== 'deleting' && rows;
  });
  expect(after.get('1')).toMatchObject({
    state: 'duplicate',
    reasonCode: 'better-copy',
    objectState: 'none',
    objectKey: null,
  });
  expect(after.get('2')).toMatchObject({ state: 'kept', isBest: true, cluster: before.get('1')?.cluster });
  expect(await bench.keys()).toContain(after.get('2')?.objectKey);
  expect(await bench.keys()).not.toContain(before.get('1')?.objectKey);
  expect((await findArchivedVideo(bench.database, after.get('1')?.id ?? ''))?.clipId).toBe(
    after.get('2')?.id,
  );
});

test('rejects clips of another goal of the match', async () => {
  const first = await bench.goal({ fixtureId: 778 });
  post('1', amber);
  const engine = await bench.searched(first);
  bench.site.posts.length = 0;
  // Posted long after the first goal and right after the second, with words that fit both.
  post('2', amberSmall, 'Lindqvist for Port Amber');
  post('3', vale, "Lindqvist 60' for Port Amber, 2-0");
  // Of a goal that was taken back, which the words fit better.
  const [scoreBefore, scoreAfter] = [
    { home: 1, away: 0 },
    { home: 2, away: 0 },
  ];
  await bench.goal({ fixtureId: 778, playerName: 'B. Halm', minute: 59, scoreAfter, state: 'removed' });
  post('4', vale, "Halm 59' makes it 2-0 for Port Amber, not Lindqvist");
  const second = await bench.goal({
    fixtureId: 778,
    minute: 60,
    scoreBefore,
    scoreAfter,
  });
  await bench.searchAgain(engine, second);

  const rows = await until('its object is deleted', 10_000, async () => {
    const found = await byPost(second);
    return found.get('2')?.objectState !== 'deleting' && found;
  });
  expect(rows.get('2')).toMatchObject({
    state: 'rejected',
    reasonCode: 'other-goal',
    otherGoalId: first,
    objectState: 'none',
  });
  expect(rows.get('3')).toMatchObject({ state: 'kept', isBest: true });
  expect(rows.get('4')).toMatchObject({ state: 'rejected', reasonCode: 'irrelevant' });
});

test('reports an expired login, not a goal without clips', async () => {
  const goal = await bench.goal();
  bench.site.mood = 'login';
  const engine = await bench.clips({ search: { ...bench.work.search, minutes: 0.03 } });
  await engine.send(SEARCH_CLIPS, { goal });
  const reason = await bench.untilSettled(goal);

  expect(reason).toMatch(/^the search failed: practice: login-expired/);
  expect(await listClipSites(bench.database)).toMatchObject([{ name: 'practice', state: 'login-expired' }]);
  const steps = await listGoalSteps(bench.database, goal);
  expect(
    new Set(steps.filter(({ step }) => step === 'execute-search').map(({ outcome }) => outcome)),
  ).toEqual(new Set(['failed']));
});

test('a search without an answer does not count and is repeated', async () => {
  const goal = await bench.goal();
  bench.site.mood = 'down';
  post('1', amber);
  const engine = await bench.clips({ search: { ...bench.work.search, searches: 1, everySeconds: 600 } });
  await engine.send(SEARCH_CLIPS, { goal });
  await expect.poll(async () => (await listGoalSteps(bench.database, goal))[1]?.outcome).toBe('failed');
  bench.site.mood = 'well';
  const reason = await bench.untilSettled(goal);

  expect(reason).toBe('1 archived of 1 found in 1 search: 0 copies, 0 rejected, 0 could not be downloaded');
  expect(await listClipSites(bench.database)).toMatchObject([{ name: 'practice', state: 'well' }]);
});

test('stops the work for a removed goal and continues when it is restored', async () => {
  const goal = await bench.goal();
  post('1', amber);
  const engine = await bench.clips();
  await bench.change(goal, `state = 'removed'`);
  await engine.send(SEARCH_CLIPS, { goal });
  await expect
    .poll(() => bench.ends.filter(({ key }) => key === goal))
    .toMatchObject([{ outcome: 'skipped' }]);
  expect(bench.site.searches).toEqual([]);

  await bench.change(goal, `state = 'stable'`);
  await engine.send(RESUME_STEPS, {});
  await bench.untilSettled(goal);
  expect((await byPost(goal)).get('1')?.objectState).toBe('stored');
});

test('another scorer means another query and a new window', async () => {
  const goal = await bench.goal();
  post('1', amber, 'Own goal! Tamaki of Vale Rovers');
  post('2', vale, 'Lindqvist, Port Amber');
  const engine = await bench.searched(goal);
  expect([...(await byPost(goal)).keys()]).toEqual(['2']);

  // As the processing of a poll writes it.
  await bench.change(
    goal,
    `player_name = 'T. Tamaki', kind = 'own', settled_at = null, search_until = greatest(search_until, now() + interval '1 minute')`,
  );
  await bench.searchAgain(engine, goal);

  expect(bench.site.searches.at(-1)).toBe('(Tamaki) ("Vale Rovers" OR Vale OR "Port Amber" OR Amber)');
  const rows = await byPost(goal);
  expect(rows.get('1')?.objectState).toBe('stored');
  expect(rows.get('2')?.objectState).toBe('stored');
});

test('downloads a clip that was rejected for its minute when the upstream corrects the minute', async () => {
  const goal = await bench.goal();
  post('1', amber, "Lindqvist 60', Port Amber");
  const engine = await bench.searched(goal);
  expect((await byPost(goal)).get('1')).toMatchObject({ state: 'rejected', reasonCode: 'irrelevant' });

  await bench.change(
    goal,
    `minute = 60, settled_at = null, search_until = greatest(search_until, now() + interval '1 minute')`,
  );
  await bench.searchAgain(engine, goal);

  expect((await byPost(goal)).get('1')).toMatchObject({ state: 'kept', isVerified: true, sightings: 2 });
});

test.each([
  ['12 minutes ago is searched for', 12, true],
  ['before its window is not searched for, and says why', 90, false],
])('a goal that was not observed live and was scored %s', async (_what, minutes, isSearched) => {
  const kickoffAt = new Date();
  kickoffAt.setMinutes(kickoffAt.getMinutes() - minutes - 1);
  const goal = await bench.goal({ observedLive: false, minute: 1, kickoffAt });
  const engine = await bench.clips({ search: { ...bench.work.search, searches: 1, minutes: 20 } });
  await engine.send(SEARCH_CLIPS, { goal });
  const reason = await bench.untilSettled(goal);

  expect(bench.site.searches).toHaveLength(isSearched ? 1 : 0);
  expect(reason).toBe(
    isSearched
      ? 'nothing was found in 1 search'
      : 'not searched: it was scored before it was first read, longer ago than CLIP_SEARCH_MINUTES (20)',
  );
});

test('without a site the goal is settled with the reason', async () => {
  const goal = await bench.goal();
  const engine = await bench.clips({ sites: () => [] });
  await engine.send(SEARCH_CLIPS, { goal });
  expect(await bench.untilSettled(goal)).toBe('not searched: no site is configured (CLIP_SITES_FILE)');
  await expect
    .poll(() => listGoalSteps(bench.database, goal))
    .toMatchObject([
      { step: 'get-search', outcome: 'skipped', reason: 'no site is configured (CLIP_SITES_FILE)' },
      { step: 'settle', outcome: 'done' },
    ]);
});
