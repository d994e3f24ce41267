/** Every reader of text in the domain without property tests beside it: it answers any text, and its answer is sound. */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgePost } from '#/domain/football/search/judge-post.ts';
import { clipQueryText } from '#/domain/football/search/clip-query.ts';
import { playerWords } from '#/domain/football/search/player-words.ts';
import { stepName } from '#/domain/football/search/run-name.ts';
import { teamAliases } from '#/domain/football/search/team-aliases.ts';
import { toldMinutes, toldScores } from '#/domain/football/search/told-numbers.ts';
import { knownZone, createLocalClock, dayText, parseDay } from '#/domain/lol/history/local-clock.ts';
import { patchOf, seasonOf } from '#/domain/lol/rows/client-version.ts';
import { readPurchases } from '#/domain/lol/rows/item-times.ts';
import { isMatchId, isPuuid } from '#/domain/riot/riot-ids.ts';
import { findPlatform, placeOfMatch, PLATFORMS } from '#/domain/riot/routing.ts';
import { readClientVersion } from '#/domain/tft/set-clients.ts';
import { parsePatch, partitionOf } from '#/domain/tft/patch-name.ts';
import { namePlace, readPatchChange } from '#/domain/tft/patch-change.ts';
import { matchNumber } from '#/domain/tft/rows.ts';
import { BREAKDOWN_IDS, parseRowKey, printRowKey } from '#/domain/tft/explore/breakdowns.ts';
import { nearestNames } from '#/domain/tft/explore/faults.ts';
import { SETTINGS } from '#/settings.ts';
import { hostileText } from './hostile-text.ts';
import { claim, testProperty, testReaders, timed } from './test-property.ts';

const KNOWN_NAMES = ['patch', 'place', 'queue', 'constructor'];

/** What was read is read again from how it is printed. */
function survives<Read>(read: Read | undefined, again: (read: Read) => Read | undefined): boolean {
  return read === undefined || isDeepStrictEqual(again(read), read);
}

testReaders({
  'a version of the client has a point': (text) => readClientVersion(text) === null || text.includes('.'),
  'a season is a number or unknown': (text) => /^(?:\d{1,3}|unknown)$/.test(seasonOf(text)),
  'a patch is two numbers or nothing': (text) => /^(?:\d{1,3}\.\d{1,3})?$/.test(patchOf(text)),
  'the name of a patch is read as it is printed': (text) =>
    survives(parsePatch(text), (patch) => parsePatch(partitionOf(patch))),
  'an id of a match is one word': (text) => !isMatchId(text) || /^\w+$/.test(text),
  'a puuid has 78 characters': (text) => !isPuuid(text) || text.length === 78,
  'a match has a place only where it names one': (text) =>
    placeOfMatch(text) === undefined || text.includes('_'),
  'a day is read as it is printed': (text) => survives(parseDay(text), (day) => parseDay(dayText(day))),
  'the nearest names are two of the names': (text) => {
    const found = nearestNames(text, KNOWN_NAMES, 2);
    return found.length <= 2 && found.every((name) => KNOWN_NAMES.includes(name));
  },
});

testProperty(
  'versions of the client: numbers that were written, and names that are safe for a partition',
  fc.property(fc.nat({ max: 999 }), fc.nat({ max: 999 }), (major, minor) => {
    const read = readClientVersion(`Version ${major}.${minor}.432 (x)`);
    claim(read).toEqual({ major, minor, isOwnClient: false });
    claim(seasonOf(`${major}.${minor}.1`)).toBe(String(major));
    claim(patchOf(`${major}.${minor}`)).toBe(`${major}.${minor}`);
  }),
);

const settings = Object.entries(SETTINGS);
test('every setting takes its own default', () => {
  const withDefault = settings.filter(([, { defaultText }]) => defaultText !== '');
  expect(withDefault.map(([name, { defaultText, parse }]) => [name, parse(defaultText)])).toEqual(
    withDefault.map(([name, { fallback }]) => [name, fallback]),
  );
});

testProperty(
  'every setting answers any text with a value or with nothing',
  fc.property(fc.constantFrom(...settings), hostileText, ([, setting], text) => {
    const value = setting.parse(text);
    if (typeof value === 'number') claim(Number.isSafeInteger(value)).toBe(true);
  }),
);

testProperty(
  'changes of the calendar are read as they were said',
  fc.property(hostileText, hostileText, hostileText, (name, from, region) => {
    const read = readPatchChange({ action: 'add', name, from, region });
    if (read.ok) claim(namePlace(read.change.place)).not.toBe('');
    else claim(read.fault.expected).toMatch(/^Expected/);
  }),
);

testProperty(
  'ids of Riot and days are read as they are printed',
  fc.property(
    fc.constantFrom(...PLATFORMS),
    fc.nat(),
    fc.integer({ min: -719_162, max: 2_932_896 }),
    (platform, number, day) => {
      const id = `${platform.toUpperCase()}_${number}`;
      claim([isMatchId(id), placeOfMatch(id)?.platform, matchNumber(id)]).toEqual([true, platform, number]);
      claim(findPlatform(platform.toUpperCase())).toBe(platform);
      claim(parseDay(dayText(day))).toBe(day);
    },
  ),
);

const zones = fc.oneof(hostileText, fc.constantFrom(...Intl.supportedValuesOf('timeZone')));
const times = fc.integer({ min: 0, max: 9_223_372_036_854 });
testProperty(
  'a zone that is known has a clock, at any time',
  fc.property(zones, times, (name, ms) => {
    const zone = knownZone(name);
    if (zone === undefined) return;
    const { hour, weekday } = createLocalClock(zone, 300).at(ms);
    claim(Number.isInteger(hour) && hour >= 0 && hour < 24 && weekday >= 0 && weekday < 7).toBe(true);
  }),
  150,
);

testProperty(
  'keys of rows are read as they are printed',
  fc.property(fc.constantFrom(...BREAKDOWN_IDS), hostileText, hostileText, (by, text, id) => {
    for (const key of [text, `${by}:${text}`, `unit:${id}`, `trait:${id}@1`, `build:${id}+${text}`]) {
      const subject = parseRowKey(by, key);
      if (subject !== undefined) claim(parseRowKey(by, printRowKey(subject))).toEqual(subject);
    }
  }),
);

const names = fc.oneof(
  hostileText,
  fc.constantFrom('Constructor', 'toString', 'valueOf FC', 'Has Own Property'),
);
testProperty(
  'whatever teams, players and posts are called, the search has words and the verdict a number',
  fc.property(names, names, fc.option(names), hostileText, (teamName, otherTeamName, playerName, caption) => {
    const goal = {
      teamName,
      otherTeamName,
      playerName,
      kind: 'normal',
      minute: 45,
      extraMinute: 3,
      scoreAfter: { home: 2, away: 1 },
      scoredAt: new Date('2026-11-14T15:50:00Z'),
      label: '1_2_3_Goal_1',
    } as const;
    claim(teamAliases(teamName).length).toBeLessThanOrEqual(6);
    claim(playerWords(playerName).length).toBeLessThanOrEqual(3);
    claim(clipQueryText(goal)).toMatch(/^\(/);
    claim(stepName('search', goal)).toMatch(/^search-/);
    const { relevance } = judgePost(goal, { caption, postedAt: null, seconds: null });
    claim(relevance >= 0 && relevance <= 1).toBe(true);
    claim(toldMinutes(caption).filter((minute) => minute < 0 || minute > 130)).toEqual([]);
    claim(toldScores(caption).filter(({ home, away }) => home > 15 || away > 15)).toEqual([]);
  }),
);

test('no text and no timeline of the size that is let in takes long to read', () => {
  const spaces = `1${' '.repeat(1_998)}x`;
  expect(timed(() => toldMinutes(spaces))).toBeLessThan(500);
  expect(timed(() => toldScores(`1${' -'.repeat(999)}`))).toBeLessThan(500);
  expect(timed(() => teamAliases('a '.repeat(1_000)))).toBeLessThan(500);
  const bought = Array.from(
    { length: 20_000 },
    (_, at) => ({ type: 'bought', ms: at, participant: 1, item: 9 }) as const,
  );
  const gone = Array.from(
    { length: 20_000 },
    (_, at) => ({ type: 'undone', ms: 20_000 + at, participant: 1, item: 8 }) as const,
  );
  expect(timed(() => readPurchases([...bought, ...gone]))).toBeLessThan(1_500);
});
