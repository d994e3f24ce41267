import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createBodyMemory } from './body-memory.ts';
import type { ToBody } from './content.ts';
import { startEdgeUnderTest, type EdgeUnderTest } from './edge-under-test.ts';

const MATCH_BYTES = 75_000;
const TIMELINE_BYTES = 900_000;
const BLANK_LINE = '\r\n\r\n';

test('what was given back is lent again, and what was not is not', () => {
  const memory = createBodyMemory();
  const first = memory.lend();
  const second = memory.lend();
  const ofFirst = first.take(MATCH_BYTES).buffer;
  const ofSecond = second.take(MATCH_BYTES).buffer;
  expect(ofSecond).not.toBe(ofFirst);
  first.giveBack();
  expect(memory.lend().take(MATCH_BYTES + 1).buffer).toBe(ofFirst);
  expect(memory.lend().take(MATCH_BYTES).buffer).not.toBe(ofSecond);
});

test('what is given back twice is lent to one answer only', () => {
  const memory = createBodyMemory();
  const loan = memory.lend();
  loan.take(MATCH_BYTES);
  loan.giveBack();
  loan.giveBack();
  const one = memory.lend().take(MATCH_BYTES);
  const other = memory.lend().take(MATCH_BYTES);
  expect(other.buffer).not.toBe(one.buffer);
});

test.each([1, MATCH_BYTES, TIMELINE_BYTES, 5_000_000])('there is room for %d bytes', (bytes) => {
  const loan = createBodyMemory().lend();
  expect(loan.take(bytes)).toHaveLength(bytes);
  loan.giveBack();
});

test('memory is kept for the answers of a busy time, not for all that ever were under way at once', () => {
  const memory = createBodyMemory();
  const loans = Array.from({ length: 100 }, () => {
    const loan = memory.lend();
    return { ...loan, memory: loan.take(MATCH_BYTES).buffer };
  });
  for (const loan of loans) loan.giveBack();
  const known = new Set(loans.map((loan) => loan.memory));
  const again = loans.map(() => memory.lend().take(MATCH_BYTES).buffer);
  const reused = again.filter((memory) => known.has(memory)).length;
  expect(reused).toBeGreaterThan(0);
  expect(reused).toBeLessThan(50);
});

/** A body that says over and over which game it is of. */
const repeating: ToBody = (game, _puuidOf, take) => take(TIMELINE_BYTES).fill(`${game.number} `);

test('answers that wait for their client to read keep what is in them while others are made', async () => {
  const under = await startEdgeUnderTest({ content: { lolTimeline: repeating } });
  const { port } = new URL(under.edge.url);
  const waiting = connect({ port: Number(port), host: '127.0.0.1' }).pause();
  try {
    // Asked for all at once and not read: far more than a connection holds, so some answers stay with the server.
    const numbers = Array.from({ length: 24 }, (_, nth) => nth * 10_000 + nth);
    const asked = numbers.map(
      (number) => `GET ${pathOf(number)} HTTP/1.1\r\n${headersFor(under)}${BLANK_LINE}`,
    );
    // The last one is for nothing but the end of the connection.
    waiting.write(`${asked.join('')}GET / HTTP/1.1\r\nHost: nowhere\r\nConnection: close${BLANK_LINE}`);
    for (let nth = 100; nth < 105; nth++)
      expect(gamesIn((await under.ask(pathOf(nth).slice(1))).text)).toEqual([String(nth)]);
    const bodies = await readBodies(waiting);
    expect(bodies.slice(0, numbers.length).map(gamesIn)).toEqual(numbers.map((number) => [String(number)]));
  } finally {
    waiting.destroy();
    await under.stop();
  }
});

function pathOf(number: number): string {
  return `/europe/lol/match/v5/matches/EUW1_${number}/timeline`;
}

function headersFor({ edge }: EdgeUnderTest): string {
  return `Host: 127.0.0.1\r\nX-Riot-Token: ${edge.keys.lol}`;
}

/** Whose body it is; of more than one, if it was written over. The last word may be cut. */
function gamesIn(body: string): string[] {
  return [...new Set(body.split(' ').slice(0, -1))];
}

/** Until the server ends the connection. */
async function readBodies(socket: Socket): Promise<string[]> {
  const chunks: Buffer[] = [];
  for await (const chunk of socket as AsyncIterable<Buffer>) chunks.push(chunk);
  const afterHeaders = Buffer.concat(chunks).toString().split(BLANK_LINE).slice(1);
  return afterHeaders.map((text) => text.slice(0, TIMELINE_BYTES));
}
