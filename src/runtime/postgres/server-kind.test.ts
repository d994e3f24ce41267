import { expect, test } from 'vitest';
import { reasonAgainst } from './migrate.ts';

test.each([
  ['PostgreSQL 18.4 on x86_64-pc-linux-gnu, compiled by gcc', 180_004],
  ['PostgreSQL 15.18 (Debian 15.18-0+deb12u1) on x86_64-pc-linux-gnu', 150_018],
])('%s is taken', (version, number) => {
  expect(reasonAgainst(version, number)).toBeNull();
});

test.each([
  ['CockroachDB CCL v26.2.0 (x86_64-pc-linux-gnu)', 130_000, /is not PostgreSQL itself/],
  ['PostgreSQL 15.12-YB-2025.2.0.0-b0 on x86_64-pc-linux-gnu', 150_012, /is not PostgreSQL itself/],
  ['PostgreSQL 9.4.26 (Greenplum Database 6.25) on x86_64', 90_426, /is not PostgreSQL itself/],
  ['PostgreSQL 14.19 on x86_64-pc-linux-gnu', 140_019, /it is PostgreSQL 14, and 15 is the oldest/],
])('%s is refused', (version, number, reason) => {
  expect(reasonAgainst(version, number)).toMatch(reason);
});
