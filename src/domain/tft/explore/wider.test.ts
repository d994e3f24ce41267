import { describe, expect, test } from 'vitest';
import { printCondition } from './condition-text.ts';
import { filterOf } from '../../../../test/support/tft-questions.ts';
import { widerFilters } from './wider.ts';

const PATCHES = ['101.4', '101.3', '101.2', 'unknown'];

const changes = (text: string): readonly string[] =>
  widerFilters(filterOf(text), PATCHES).map(({ change }) => change);

/** What is wider, and the condition that is then left. */
const changesOf = (where: string): readonly (readonly [string, string])[] =>
  widerFilters(filterOf(`patch=101.4&versus=101.3&where=${where}`), PATCHES).map(({ change, filter }) => [
    change,
    filter.where === undefined ? '' : printCondition(filter.where),
  ]);

describe('nearest first', () => {
  test('conditions, then league points, the patch before, places, and all the rest as a whole', () => {
    expect(
      changes(
        'patch=101.4&where=all(unit(tft_lyra;has=tft_item_deathblade),trait(tft_sorcerer))' +
          '&lp=500..&rank=strict&place=euw1&tier=master&from=1970-01-01&level=8..&placed=..4',
      ),
    ).toEqual([
      "'Lyra' instead of 'Lyra holding Deathblade'",
      "without 'Lyra holding Deathblade'",
      "without 'Sorcerer active'",
      'nearest known ranks instead of ranks as of the match',
      'from 300 LP instead of 500',
      'from 100 LP instead of 500',
      'also patch 101.3',
      'in all of Europe instead of Europe West',
      'in all regions instead of Europe West',
      'players of every tier',
      'players with any LP, or of unknown rank',
      'games of any time',
      'boards of any level',
      'boards of any placement',
      'without any condition on the board',
    ]);
  });

  test('nothing, when nothing is in the way but the oldest patch', () => {
    const asked = ['patch=101.2', '', 'patch=unknown', 'patch=99.1', 'patch=101.4&versus=101.3'];
    expect(asked.flatMap(changes)).toEqual([]);
  });

  test('the patch before the oldest of several', () => {
    expect(widerFilters(filterOf('patch=101.4,101.3'), PATCHES)).toEqual([
      { filter: filterOf('patch=101.4,101.3,101.2'), change: 'also patch 101.2' },
    ]);
  });

  test('below Master a tier at a time, and not below the lowest', () => {
    expect(changes('lp=50..').slice(0, 2)).toEqual([
      'from 0 LP instead of 50',
      'from Diamond IV 0 LP instead of Master+ 50 LP',
    ]);
    for (const lp of ['lp=-2500..', 'lp=..200'])
      expect(changes(lp)).toEqual(['players with any LP, or of unknown rank']);
  });

  test('not the nearest rank where unknown ranks are asked for', () => {
    const everyTier = 'players of every tier';
    expect(changes('rank=strict')).toEqual([]);
    expect(changes('rank=strict&tier=gold,unknown')).toEqual([everyTier]);
    expect(changes('rank=strict&lp=unknown')).toHaveLength(1);
    expect(changes('tier=gold')).toEqual([everyTier]);
  });

  test('of several places their regions, and of regions everywhere', () => {
    expect(changes('place=asia')).toEqual(['in all regions instead of Asia']);
    const [inRegions] = widerFilters(filterOf('place=kr,euw1,asia'), PATCHES);
    expect(inRegions?.filter.places).toEqual(['asia', 'europe']);
  });
});

describe('conditions become wider', () => {
  test('by each of their details', () => {
    const unit = 'unit(a;stars=2..;items=3..;has=x,y;lacks=z;copies=2..)';
    expect(changesOf(unit).map(([, where]) => where)).toEqual([
      'unit(a;items=3..;has=x,y;lacks=z;copies=2..)',
      'unit(a;stars=2..;has=x,y;lacks=z;copies=2..)',
      'unit(a;stars=2..;items=3..;has=x,y;copies=2..)',
      'unit(a;stars=2..;items=3..;has=y;lacks=z;copies=2..)',
      'unit(a;stars=2..;items=3..;has=x;lacks=z;copies=2..)',
      'unit(a;stars=2..;items=3..;has=x,y;lacks=z)',
      '',
    ]);
  });

  test.each<[string, readonly (readonly [string, string])[]]>([
    [
      'trait(b;tier=2..)',
      [
        ["'B active' instead of 'B at tier 2 or more'", 'trait(b)'],
        ["without 'B at tier 2 or more'", ''],
      ],
    ],
    [
      'item(b;copies=2..)',
      [
        ["'B on any unit' instead of '2 or more copies of B'", 'item(b)'],
        ["without '2 or more copies of B'", ''],
      ],
    ],
    // None is enough, so one would be less.
    ['item(b;copies=..2)', [["without 'at most 2 copies of B'", '']]],
    ['unit(b;stars=2..;copies=..1)', [["without 'at most 1 copy of B at 2 stars or more'", '']]],
    ['count(units;is=9..)', [["without '9 or more units'", '']]],
    ['none(unit(b))', [["also with 'B'", '']]],
    [
      'none(unit(b;stars=2..),unit(c))',
      [
        ["also with 'B at 2 stars or more'", 'none(unit(c))'],
        ["also with 'C'", 'none(unit(b;stars=2..))'],
        ["also with 'B at 2 stars or more or C'", ''],
      ],
    ],
    // One alternative less would be narrower.
    ['any(unit(b),unit(c))', [['without any condition on the board', '']]],
    [
      'all(unit(a),any(unit(b),unit(c)))',
      [
        ["without 'A'", 'any(unit(b),unit(c))'],
        ["without 'either B or C'", 'unit(a)'],
        ['without any condition on the board', ''],
      ],
    ],
    // Within none, it is the other way round.
    [
      'none(all(unit(b),unit(c)),none(unit(d),unit(e)))',
      [
        ["also with 'both B and C'", 'none(none(unit(d),unit(e)))'],
        ["also with 'neither D nor E'", 'none(all(unit(b),unit(c)))'],
        ["also with 'both B and C or neither D nor E'", ''],
      ],
    ],
  ])('%s', (where, expected) => {
    expect(changesOf(where)).toEqual(expected);
  });

  test('in twenty ways at most', () => {
    const all = Array.from({ length: 40 }, (_, index) => `unit(u${index};stars=2..)`);
    expect(changesOf(`all(${all.join(',')})`)).toHaveLength(21);
  });
});
