/** Lines per folder against the limits of the repository. A limit is lowered when a folder shrinks, and never raised unseen. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Area {
  readonly name: string;
  readonly limit: number;
  readonly holds: (path: string) => boolean;
}

interface Counted {
  readonly path: string;
  readonly lines: number;
}

const OF_TESTS = /\.test\.tsx?$|-(?:under-test|for-tests)\.tsx?$|\/fixtures\/|^test\//;
const isCode = (path: string): boolean => /\.tsx?$/.test(path);
const isIn = (path: string, ...folders: string[]): boolean =>
  folders.some((folder) => path.startsWith(`${folder}/`));
const product = (...folders: string[]) => {
  return (path: string) => isCode(path) && isIn(path, ...folders) && !OF_TESTS.test(path);
};

const CORE = ['match', 'tft', 'lol', 'football', 'upstream', 'runtime', 'app', 'cli', 'settings'];
const AREAS: readonly Area[] = [
  { name: 'src: core', limit: 37_700, holds: product(...CORE.map((folder) => `src/${folder}`)) },
  { name: 'src/domain', limit: 14_100, holds: product('src/domain') },
  { name: 'src/contract', limit: 2_450, holds: product('src/contract') },
  { name: 'src/analytics', limit: 2_150, holds: product('src/analytics') },
  { name: 'src/http', limit: 8_250, holds: product('src/http') },
  { name: 'ui', limit: 19_300, holds: product('ui') },
  { name: 'style sheets', limit: 4_800, holds: (path) => path.endsWith('.css') },
  { name: 'practice', limit: 9_650, holds: product('practice') },
  { name: 'bench, scripts', limit: 5_650, holds: product('bench', 'scripts') },
  { name: 'tests and helpers', limit: 73_300, holds: (path) => isCode(path) && OF_TESTS.test(path) },
];

const root = process.cwd();
const FOLDERS = ['src', 'ui', 'practice', 'bench', 'scripts', 'test'];
const files = FOLDERS.filter((folder) => existsSync(join(root, folder))).flatMap(countBelow);
for (const { name, limit, holds } of AREAS) {
  const held = files.filter(({ path }) => holds(path)).toSorted((one, other) => other.lines - one.lines);
  const lines = held.reduce((sum, file) => sum + file.lines, 0);
  const row = `${name.padEnd(18)} ${String(lines).padStart(6)} of ${limit} lines, ${held.length} files`;
  console.log(lines > limit ? `${row}: over the limit; the longest file is ${held[0]?.path}` : row);
  if (lines > limit) process.exitCode = 1;
}

function countBelow(folder: string): Counted[] {
  const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /\.(?:tsx?|css)$/.test(entry.name))
    .filter((entry) => !entry.parentPath.includes('node_modules'))
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return {
        path: path.slice(root.length + 1),
        lines: readFileSync(path, 'utf8').split('\n').length - 1,
      };
    });
}
