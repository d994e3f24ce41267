/** `gamekeeper up --workers N`: further workers that find the stores and the practice world of their parent, and live as long as it does. */
import { afterAll, expect, test } from 'vitest';
import type { JobsOverview } from '#/contract/jobs.ts';
import { stopLeftPostgres } from '../drill/kept-games.ts';
import { findLogFaults } from '../drill/log-faults.ts';
import { whenDrilling } from '../support/conditional-test.ts';
import {
  eventually,
  FEW_GAMES,
  makeDataDirectory,
  readRunningStatus,
  readStatus,
  runCommandHere,
  startProduct,
  stopProduct,
  type Product,
  WITHOUT_CLIPS,
} from '../support/product.ts';
import { until } from '../support/until.ts';

const directory = makeDataDirectory();
const products: Product[] = [];
afterAll(async () => {
  for (const product of products) await stopProduct(product);
  await stopLeftPostgres(directory.path);
  directory.remove();
});

/** Done only when the upstream has answered. The filter matters: the newest ends of all kinds may not include it. */
const UPSTREAM_JOBS = '/api/jobs?kind=tft/read-ladder&outcome=done';

async function hasAnsweredWorker(url: string): Promise<boolean> {
  const response = await fetch(url + UPSTREAM_JOBS);
  if (!response.ok) throw new Error(`/api/jobs answers ${response.status}`);
  return ((await response.json()) as JobsOverview).log.length > 0;
}

async function workersOf(url: string): Promise<number[]> {
  const { processes } = await readStatus(url);
  return processes.filter(({ roles }) => roles.join() === 'worker').map(({ pid }) => pid);
}

function isAlive(pid: number | undefined = 0): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false; // There is no such process any more.
  }
}

/** The parent has no role of a worker, so the others do all work. */
async function startWithWorkers(count: number) {
  const settings = { ...WITHOUT_CLIPS, ...FEW_GAMES, LOG_FORMAT: 'json' };
  const args = ['--roles', 'api,projector,scheduler', '--workers', String(count)];
  const product = startProduct(directory.path, settings, args);
  products.push(product);
  const url = await product.ready;
  const workers = await eventually(async () => {
    const found = await workersOf(url);
    return found.length === count ? found : undefined;
  }, 'all workers are listed');
  return { product, url, workers };
}

test('a worker does the work, finds the practice world of its parent, and has ended when its parent has', async () => {
  const { product, url, workers } = await startWithWorkers(1);
  const answered = async () => (await hasAnsweredWorker(url)) || undefined;
  await eventually(answered, 'the practice world of the parent answered a worker');
  const { upstreams } = await readRunningStatus(url);
  expect(upstreams.map(({ key }) => key)).toEqual(['practice', 'practice', 'practice']);

  expect(await stopProduct(product)).toEqual({ code: 143, signal: null });
  expect(workers.map(isAlive)).toEqual([false]);
  expect(findLogFaults(product.log(), false)).toEqual([]);
});

/** `src/runtime/fleet.integration.test.ts` proves the same of small programs in the place of workers. */
whenDrilling(
  'workers are replaced when they are killed, and end by themselves when their parent is',
  async () => {
    const { product, url, workers } = await startWithWorkers(2);
    const [killed, left] = workers;
    process.kill(killed ?? 0, 'SIGKILL');
    const fresh = await eventually(async () => {
      const found = await workersOf(url);
      return found.find((pid) => !workers.includes(pid));
    }, 'another worker runs in the place of the one that was killed');
    expect(isAlive(left)).toBe(true);

    product.process.kill('SIGKILL');
    await product.ended;

    await until('the workers of the killed process have ended', 15_000, () => ![left, fresh].some(isAlive));
  },
);

test.each([
  ['what is no number', 'many', 'Expected a whole number from 0 to 32.'],
  ['too many for the embedded PostgreSQL', '20', 'the embedded PostgreSQL has connections for 7 at most'],
])('--workers with %s is refused before anything is started', async (_what, workers, words) => {
  const { code, err } = await runCommandHere(directory.path, ['up', '--workers', workers]);

  expect(code).toBe(1);
  expect(err).toContain(words);
  expect(err).not.toMatch(/\n\s+at /);
});
