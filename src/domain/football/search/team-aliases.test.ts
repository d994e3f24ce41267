import { expect, test } from 'vitest';
import { KNOWN_TEAMS } from './known-teams.ts';
import { plainWords } from './plain-words.ts';
import { teamAliases } from './team-aliases.ts';

test.each([
  ['Liverpool', ['Liverpool', 'LFC', 'Reds']],
  ['Liverpool FC', ['Liverpool FC', 'Liverpool', 'LFC', 'Reds']],
  ['Bayern München', ['Bayern Munchen', 'Bayern', 'Bayern Munich', 'FCBayern']],
  ['Paris Saint-Germain', ['Paris Saint-Germain', 'PSG', 'Paris']],
  ['1899 Hoffenheim', ['1899 Hoffenheim', 'Hoffenheim']],
])('%s is known by %j', (name, aliases) => {
  expect(teamAliases(name)).toEqual(aliases);
});

test('a team without aliases is found by the words of its name', () => {
  expect(teamAliases('Port Amber')).toEqual(['Port Amber', 'Amber']);
  expect(teamAliases('Vale Rovers')).toEqual(['Vale Rovers', 'Vale']);
  expect(teamAliases('North Harbour Albion')).toEqual(['North Harbour Albion', 'Harbour', 'NHA']);
});

test('a club may be called like something that every object has', () => {
  expect(teamAliases('Constructor')).toEqual(['Constructor']);
  expect(teamAliases('FC valueOf')).toEqual(['FC valueOf', 'valueOf']);
});

test('no team has more than six names', () => {
  expect(teamAliases('Alpha Bravo Charlie Delta Echos Foxtrot')).toHaveLength(6);
});

test('the table of teams is written as names are compared, or no team would be found in it', () => {
  for (const name of Object.keys(KNOWN_TEAMS)) expect(plainWords(name).trim()).toBe(name);
});
