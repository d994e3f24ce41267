/** Every process of the product is counted, and none of anything else. */
import { expect, test } from 'vitest';
import type { RunningProcess } from '../support/processes.ts';
import { findMemoryFaults, measureMemory } from './memory-watch.ts';

const DRILL = 10;
const MAIN = 100;
const OWNED = { directory: '/tmp/drill', roots: new Set([MAIN]), drill: DRILL };

function running(pid: number, parent: number, command: string, residentBytes: number): RunningProcess {
  return { pid, parent, command, residentBytes, privateBytes: 0, sharedBytes: 0 };
}
const session = (pid: number, parent: number, privateBytes: number, sharedBytes: number): RunningProcess => ({
  ...running(pid, parent, 'postgres: gamekeeper', 0),
  privateBytes,
  sharedBytes,
});
const main = running(MAIN, DRILL, 'node src/main.ts up', 300);
const server = {
  ...session(200, 1, 5, 40),
  command: 'bin/postgres -D /tmp/drill/postgres/cluster/data -c port=1',
};

test.each<[string, RunningProcess[], { node: number; engine: number; postgres: number }]>([
  ['nothing', [], { node: 0, engine: 0, postgres: 0 }],
  ['the main process', [main], { node: 300, engine: 0, postgres: 0 }],
  [
    'a worker, by the largest Node process',
    [main, running(101, MAIN, 'node src/main.ts up --roles worker', 400)],
    { node: 400, engine: 0, postgres: 0 },
  ],
  [
    'the engine of a worker of the main process',
    [main, running(101, MAIN, 'node', 1), running(102, 101, 'node server-process.ts', 900)],
    { node: 300, engine: 900, postgres: 0 },
  ],
  [
    'a shared engine, which is a child of the drill',
    [running(103, DRILL, 'node server-process.ts', 900)],
    { node: 0, engine: 900, postgres: 0 },
  ],
  [
    'PostgreSQL that outlived its parent: private memory of all, shared memory once',
    [server, session(201, 200, 7, 60), session(202, 200, 8, 50)],
    { node: 0, engine: 0, postgres: 80 },
  ],
  [
    'nothing of other products, and not the drill itself',
    [
      running(DRILL, 1, 'node test/drill/run-drill.ts', 999),
      running(11, DRILL, 'node practice/main.ts', 999),
      running(300, 1, 'node src/main.ts up', 999),
      running(301, 300, 'node server-process.ts', 999),
      {
        ...server,
        pid: 302,
        command: 'bin/postgres -D /tmp/drill-2/postgres/cluster/data',
        privateBytes: 999,
      },
    ],
    { node: 0, engine: 0, postgres: 0 },
  ],
])('it counts %s', (_what, processes, expected) => {
  expect(measureMemory(processes, OWNED)).toEqual(expected);
});

test('each kind of process has its own bound', () => {
  const enough = { node: 300e6, engine: 900e6, postgres: 200e6 };

  expect(findMemoryFaults(enough)).toEqual([]);
  expect(findMemoryFaults({ ...enough, node: 800e6 })).toEqual([
    'a Node process took 800 MB; expected at most 700 MB',
  ]);
  expect(findMemoryFaults({ ...enough, node: 800e6 }, 900e6)).toEqual([]);
  expect(findMemoryFaults({ ...enough, engine: 9e9 })[0]).toMatch(/^the ClickHouse engine took 9000 MB/);
  expect(findMemoryFaults({ ...enough, postgres: 9e9 })[0]).toMatch(/^PostgreSQL took 9000 MB/);
});
