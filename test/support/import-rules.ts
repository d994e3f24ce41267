/** Which folder may import which, as in ARCHITECTURE.md. Everything that is not listed is forbidden. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';

const BASE = ['src/domain', 'src/contract'];
const GAMES = ['src/tft', 'src/lol', 'src/football'];

/** Folder (or single file) → what it may import besides itself. `packages`: npm packages and Node's own modules. */
export const IMPORT_RULES: Readonly<Record<string, readonly string[]>> = {
  'src/domain': [],
  'src/contract': ['src/domain', 'typebox'],
  'src/runtime': [...BASE, 'packages'],
  'src/upstream': [...BASE, 'src/runtime', 'packages'],
  'src/match': [...BASE, 'src/runtime', 'src/upstream', 'packages'],
  'src/tft': [...BASE, 'src/runtime', 'src/upstream', 'src/match', 'packages'],
  'src/lol': [...BASE, 'src/runtime', 'src/upstream', 'src/match', 'packages'],
  'src/football': [...BASE, 'src/runtime', 'src/upstream', 'packages'],
  'src/analytics': [...BASE, 'src/runtime', 'src/match', ...GAMES, 'packages'],
  'src/http': [...BASE, 'src/runtime', 'src/upstream', 'src/match', ...GAMES, 'src/analytics', 'packages'],
  'src/settings.ts': ['src/domain'],
  'src/config.ts': ['src/domain', 'src/settings.ts', 'packages'],
  'src/app.ts': ['src', 'packages'],
  'src/app': ['src', 'packages'],
  'src/cli': ['src', 'packages'],
  'src/main.ts': ['src/cli', 'package.json', 'packages'],
  ui: ['src/domain', 'src/contract', 'packages'],
  practice: ['packages'],
  bin: ['packages'],
};

export interface Violation {
  readonly file: string;
  readonly imports: string;
}

/** What only tests run: it may import everything, and no other file may import it. */
const OF_TESTS = /\.test\.tsx?$|-(under-test|for-tests)\.tsx?$|\/fixtures\//;

/** Only what runs in production is held to the rules. */
export function findViolations(root: string): { seen: number; violations: Violation[] } {
  const violations: Violation[] = [];
  let seen = 0;
  for (const place of Object.keys(IMPORT_RULES)) {
    for (const file of sourcesBelow(root, place)) {
      seen++;
      for (const specifier of importsOf(readFileSync(join(root, file), 'utf8'))) {
        const target = resolveImport(file, specifier);
        if (!isAllowed(place, target)) violations.push({ file, imports: specifier });
      }
    }
  }
  return { seen, violations };
}

/** Source files that no rule speaks of: a new folder must say what it may import. */
export function findUnruled(root: string): string[] {
  const places = Object.keys(IMPORT_RULES);
  return sourcesBelow(root, 'src').filter((file) => !places.some((place) => isInside(file, place)));
}

function isAllowed(place: string, target: string): boolean {
  if (OF_TESTS.test(target)) return false;
  if (isInside(target, place)) return true;
  const allowed = IMPORT_RULES[place] ?? [];
  const isLocal = /^(src|ui|practice|bin|test|scripts|package\.json)(\/|$)/.test(target);
  if (!isLocal) return allowed.includes('packages') || allowed.includes(target.split('/')[0] ?? '');
  return allowed.some((folder) => isInside(target, folder));
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function resolveImport(file: string, specifier: string): string {
  if (specifier.startsWith('#/')) return `src/${specifier.slice(2)}`;
  return specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : specifier;
}

function importsOf(source: string): string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');
  const pattern = /(?:\bfrom\s*|\bimport\s*\(\s*|\bimport\s+)['"]([^'"\n]+)['"]/g;
  return [...code.matchAll(pattern)].map((match) => match[1] ?? '');
}

function sourcesBelow(root: string, place: string): string[] {
  if (/\.[a-z]+$/.test(place)) return [place];
  if (!existsSync(join(root, place))) return []; // A folder that is planned, but not there yet.
  return readdirSync(join(root, place), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !OF_TESTS.test(path));
}
