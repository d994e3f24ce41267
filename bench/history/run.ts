/**
 * What a player's history costs. Two halves: the analysis of a thousand games while millions of rows of others lie in the same table
 * (`analysis.ts`), and the collection of a history on a personal key (`collecting.ts`). `--rows 10000000` sets how many rows, `--rounds`
 * how many players are asked for, `--games 500` how many games are collected at least (0: none; a hundred take two minutes).
 */
import { parseArgs } from 'node:util';
import type { BenchmarkResult } from '../benchmark.ts';
import { measureAnalysis } from './analysis.ts';
import { measureCollecting } from './collecting.ts';

export async function run(): Promise<BenchmarkResult> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      rows: { type: 'string', default: '10000000' },
      rounds: { type: 'string', default: '30' },
      games: { type: 'string', default: '200' },
    },
  });
  const analysis = await measureAnalysis({ rows: Number(values.rows), rounds: Number(values.rounds) });
  const games = Number(values.games);
  if (games === 0) return { ours: analysis.ours, peers: {}, floor: analysis.floor };
  const collecting = await measureCollecting(games);
  return {
    ours: { ...collecting.ours, ...analysis.ours },
    peers: {},
    floor: { ...collecting.floor, ...analysis.floor },
  };
}
