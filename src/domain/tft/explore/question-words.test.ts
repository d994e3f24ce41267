import { describe, expect, test } from 'vitest';
import { conditionOf, filterOf } from '../../../../test/support/tft-questions.ts';
import { READABLE_IDS, type NameLookup } from './word-lists.ts';
import { platformLabel } from './places.ts';
import { subjectWords, type RowSubject } from './breakdowns.ts';
import { filterWords, queueName } from './question-words.ts';
import type { Filter } from './filter.ts';
import { DEFAULT_QUESTION } from './question.ts';

const capitalised = (id: string): string => `${id.slice(0, 1).toUpperCase()}${id.slice(1)}`;
const NAMES: NameLookup = { unit: capitalised, item: capitalised, trait: capitalised };

const say = (filter: Partial<Filter>): string =>
  filterWords({ ...DEFAULT_QUESTION.filter, patches: ['101.4'], ...filter }, NAMES);

describe('a filter in words', () => {
  test('says its defaults too', () => {
    expect(say({})).toBe('Ranked boards of patch 101.4 in all regions, by players of any rank.');
    expect(say({ patches: [] })).toMatch(/^Ranked boards of the newest patch in/);
  });

  test('says everything that was asked', () => {
    const where =
      'all(unit(lyra;stars=2..;has=deathblade),any(trait(sorcerer;tier=2..),count(emblems;is=1..)))';
    expect(filterWords(filterOf(`patch=101.4&place=euw1&lp=500..&where=${where}`), NAMES)).toBe(
      'Ranked boards of patch 101.4 in Europe West, by players with at least 500 LP (Master and above), using the nearest known rank, ' +
        'that have Lyra at 2 stars or more holding Deathblade, and either Sorcerer at tier 2 or more or any emblem.',
    );
  });

  test.each([
    ['queue=any', 'Boards of every queue of'],
    ['queue=1090,1100,1160', 'Normal, Ranked and Double Up boards'],
    ['queue=4242', 'Queue 4242 boards'],
    ['patch=101.4,101.3', 'of patches 101.4 and 101.3'],
    ['patch=101.4,unknown', 'of patch 101.4 and an unknown patch'],
    ['patch=revival', 'of revived sets in'],
    ['patch=101.4&versus=101.3', 'of patch 101.4 compared with patch 101.3 in'],
    ['place=americas,kr', 'in the Americas and Korea'],
    ['tier=master,challenger', 'by Master or Challenger players, using the nearest known rank'],
    ['tier=unknown', 'by players of unknown rank, using the nearest known rank'],
    ['tier=gold,unknown', 'by Gold players or players of unknown rank, using the nearest known rank'],
    ['tier=gold&lp=..-900', 'by Gold players up to Platinum I 0 LP, using the nearest known rank'],
    ['lp=100..300', 'with 100 to 300 LP (Master and above), using the nearest known rank'],
    ['lp=-100..', 'players from Diamond I 0 LP on, using the nearest known rank'],
    ['lp=-100..200', 'from Diamond I 0 LP to Master+ 200 LP, using the nearest known rank'],
    ['lp=500..,unknown', '(Master and above) or of unknown rank, using the nearest known rank'],
    ['lp=0..', 'by players of Master or higher, using the nearest known rank'],
    ['lp=0..200', 'with 0 to 200 LP (Master and above), using the nearest known rank'],
    ['lp=unknown', 'by players of unknown rank, using the nearest known rank'],
    ['tier=gold&rank=nearest', 'by Gold players, using the nearest known rank'],
    ['tier=gold&rank=strict', 'by Gold players, using the rank as of the match'],
    ['rank=strict', 'by players of any rank, using the rank as of the match'],
    ['from=2026-11-01', ', in matches that ended since 2026-11-01 UTC.'],
    ['until=2026-11-01T05', 'ended before 2026-11-01 05:00 UTC'],
    ['from=2026-11-01&until=2026-11-02', 'ended on 2026-11-01 UTC'],
    ['from=2026-11-01&until=2026-11-04', 'from 2026-11-01 to 2026-11-03 UTC'],
    ['from=2026-11-01&until=2026-11-01T06', 'from 2026-11-01 to 2026-11-01 06:00 UTC'],
    ['from=2026-11-01T06&until=2026-11-02', 'from 2026-11-01 06:00 to'],
    ['level=8..', ', at level 8 or more.'],
    ['level=..8', ', at level 8 or less.'],
    ['level=7..8', ', at level 7 to 8.'],
    ['placed=1', ', that came 1st.'],
    ['placed=..4', ', that came 4th or better.'],
    ['placed=2..3', ', that came 2nd to 3rd.'],
    ['placed=5..', ', that came 5th or worse.'],
  ])('%s contains "%s"', (text, words) => {
    expect(filterWords(filterOf(text), NAMES)).toContain(words);
  });

  test('says what a link cannot: all players, and any time', () => {
    expect(say({ lp: { unknown: 'include' } })).toContain('players of any rank or of unknown rank');
    expect(say({ time: {} })).toContain('ended at any time');
  });

  test.each([
    ['unit(lyra)', 'have Lyra'],
    ['unit(lyra;stars=1)', 'have Lyra at 1 star'],
    ['unit(lyra;stars=..2)', 'have Lyra at 2 stars or less'],
    ['unit(lyra;stars=2..3)', 'have Lyra at 2 to 3 stars'],
    ['unit(lyra;items=3;lacks=bow,orb)', 'have Lyra with 3 items without Bow or Orb'],
    ['unit(lyra;items=..0)', 'have Lyra with no items'],
    ['unit(lyra;items=..1)', 'have Lyra with at most 1 item'],
    ['unit(lyra;has=bow,bow,orb)', 'have Lyra holding 2 × Bow and Orb'],
    ['unit(lyra;copies=2..)', 'have 2 or more copies of Lyra'],
    ['unit(lyra;copies=1)', 'have 1 copy of Lyra'],
    ['item(bow)', 'have Bow on any unit'],
    ['item(bow;copies=2..3)', 'have 2 to 3 copies of Bow'],
    ['trait(knight)', 'have Knight active'],
    ['trait(knight;tier=3)', 'have Knight at tier 3'],
    ['count(three-stars;is=2..)', 'have 2 or more 3-star units'],
    ['count(radiants;is=..0)', 'have no radiant items'],
    ['composition(trait=knight;carry=lyra)', 'have the composition Knight Lyra'],
    ['composition()', 'have the composition without a main trait and a carry'],
    ['all(item(a),item(b),item(c))', 'have A on any unit, B on any unit and C on any unit'],
    ['any(item(a),item(b))', 'have either A on any unit or B on any unit'],
    ['any(item(a))', 'have A on any unit'],
    ['none(unit(a),unit(b))', 'do not have A or B'],
    ['all(unit(a),none(unit(b)),none(unit(c)))', 'have A, but not B or C'],
    ['all(none(unit(b)),none(unit(c)))', 'do not have B or C'],
    ['any(all(unit(a),unit(b)),none(unit(c)))', 'have either both A and B, or not C'],
    [
      'any(all(unit(a),unit(b),unit(c)),none(unit(d),unit(e)))',
      'have either all of A, B and C, or neither D nor E',
    ],
    ['all(unit(x),any(unit(a),all(unit(b),unit(c))))', 'have X, and either A or (both B and C)'],
    ['all(any(unit(a)))', 'have A'],
  ])('%s is said as "%s"', (text, words) => {
    const said = say({ where: conditionOf(text) });
    expect(said.slice(said.indexOf(', that ') + 7, -1)).toBe(words);
  });

  test('makes words of ids where no names are at hand', () => {
    const filter = filterOf('where=unit(tft17_lyra;has=tft_item_blade)');
    expect(filterWords(filter, READABLE_IDS)).toContain('that have Lyra holding Blade.');
  });
});

test.each<[RowSubject, string]>([
  [{ kind: 'total' }, 'All boards'],
  [{ kind: 'unit', unit: 'lyra' }, 'Lyra'],
  [{ kind: 'item', item: 'bow' }, 'Bow'],
  [{ kind: 'trait', trait: 'knight', tier: 2 }, 'Knight at tier 2'],
  [{ kind: 'build', items: ['bow', 'bow', 'orb'] }, 'Bow + Bow + Orb'],
  [{ kind: 'stars', stars: 1 }, '1 star'],
  [{ kind: 'item-count', count: 0 }, 'No items'],
  [{ kind: 'item-count', count: 2 }, '2 items'],
  [{ kind: 'level', level: 8 }, 'Level 8'],
  [{ kind: 'placement', placement: 3 }, '3rd place'],
  [{ kind: 'platform', platform: 'kr' }, 'Korea'],
  [{ kind: 'region', region: 'americas' }, 'Americas'],
  [{ kind: 'tier', tier: 'master' }, 'Master'],
  [{ kind: 'tier', tier: 'unknown' }, 'Unknown rank'],
  [{ kind: 'lp', from: 500 }, '500 to 599 LP'],
  [{ kind: 'lp', from: -100 }, 'Diamond I'],
  [{ kind: 'lp', from: null }, 'Unknown rank'],
  [{ kind: 'day', day: '2026-11-01' }, '2026-11-01'],
  [{ kind: 'patch', patch: '17.4b' }, 'Patch 17.4b'],
  [{ kind: 'patch', patch: 'unknown' }, 'Unknown patch'],
  [{ kind: 'composition', members: [{ trait: 'knight', carry: 'lyra' }], units: [] }, 'Knight Lyra'],
  [{ kind: 'composition', members: [{ trait: '', carry: 'lyra' }], units: [] }, 'Lyra'],
  [{ kind: 'composition', members: [], units: [] }, 'No composition'],
])('the row %j is called "%s"', (subject, words) => {
  expect(subjectWords(subject, NAMES)).toBe(words);
});

test('queues and places without a name keep their number or id', () => {
  expect([queueName(1130), queueName(7)]).toEqual(['Hyper Roll', 'Queue 7']);
  expect([platformLabel('EUW1'), platformLabel('xx9')]).toEqual(['Europe West', 'XX9']);
});
