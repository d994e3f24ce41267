/**
 * F12: the disk under the statistics is full. Collecting and answering go on, the status reports the trouble, and when there is room again
 * everything is caught up with. Needs root on Linux, for a small file system in memory.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, openSync, closeSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../support/until.ts';
import { readStatus } from '../../support/product.ts';
import { untilUnderWay } from '../crawl.ts';
import { createCrawlGroup, type CrawlFault } from '../crawl-faults.ts';

/** Of the system, and no package's. */
const PROGRAMS = { mount: 'mount', unmount: 'umount' } as const;
const MB = 1024 * 1024;
const DISK_MB = 256;
const TOLD_WITHIN_MS = 60_000;

const place = (directory: string): string => join(directory, 'clickhouse');

/** Until not a byte fits any more. */
function fillUp(file: string): number {
  const handle = openSync(file, 'a');
  const block = Buffer.alloc(MB, 1);
  let written = 0;
  for (let size = block.length; size >= 1;) {
    try {
      written += writeSync(handle, block, 0, size);
    } catch {
      size = Math.floor(size / 2); // No room for so much; perhaps for half of it.
    }
  }
  closeSync(handle);
  return written;
}

const diskFull: CrawlFault = {
  id: 'F12',
  name: 'the disk of the statistics is full',
  async trouble(crawl, { directory }) {
    await untilUnderWay(crawl);
    const url = await crawl.url();
    const filler = join(place(directory), 'filler');
    const wrong: string[] = [];
    const filled = fillUp(filler);
    const stored = crawl.acknowledged.count();
    const projector = async (isRunning: boolean) =>
      (await readStatus(url)).parts.find(
        ({ id, state }) => id === 'projector' && (state === 'running') === isRunning,
      );
    const told = await until('the status reports the trouble', TOLD_WITHIN_MS, () => {
      fillUp(filler); // What merges set free is taken too.
      return projector(false);
    });
    if ((await fetch(`${url}/api/tft/explore`)).status >= 500) wrong.push('questions are not answered');
    await crawl.untilProgress('matches are stored while the disk is full');
    if (crawl.acknowledged.count() === stored) wrong.push('nothing was stored while the disk was full');
    const { bavail, bsize } = statfsSync(place(directory));
    rmSync(filler);
    const from = performance.now();
    await until('the statistics are written again', TOLD_WITHIN_MS, () => projector(true));
    return {
      times: 1,
      recoveriesMs: [performance.now() - from],
      wrong,
      detail: `${Math.round(filled / MB)} of ${DISK_MB} MB filled, ${bavail * bsize} bytes left, reported as "${told.detail}"`,
    };
  },
};

export const fullDisk = createCrawlGroup({
  faults: [diskFull],
  plan({ directory }) {
    if (process.getuid?.() !== 0 || process.platform !== 'linux')
      return { skipped: 'needs root on Linux: it mounts a small file system' };
    mkdirSync(place(directory));
    try {
      execFileSync(PROGRAMS.mount, ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', place(directory)], {
        stdio: 'pipe',
      });
    } catch (error) {
      return { skipped: `no file system can be mounted here: ${String(error).split('\n')[0]}` };
    }
    // What the engine says of a full disk, and what the projector makes of it.
    return {
      expectedErrors: [
        /NOT_ENOUGH_SPACE|No space left|Cannot reserve|ClickHouse lost rows|dropping unreadable parts/i,
      ],
    };
  },
  cleanUp({ directory }) {
    try {
      execFileSync(PROGRAMS.unmount, [place(directory)], { stdio: 'pipe' });
    } catch {
      // It was never mounted: the fault was skipped.
    }
  },
});
