/**
 * Measured figures in documents, taken from kept results of benchmarks, so that a document cannot name a figure that no result has. A
 * block begins with a comment that names the benchmark and holds a template; what follows the comment, up to its end mark, is generated:
 *
 *   <!-- figures footprint
 *   At rest it takes {ours.restRssMb} MB.
 *   -->
 *   At rest it takes 809 ± 3 MB.
 *   (from …)
 *   <!-- end of figures -->
 *
 * A block takes all its figures from one result: the newest that has its first figure. `{a|b}` takes b where there is no a; a figure that the
 * result lacks is "–".
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readResults, type KeptResult } from '../bench/harness/results.ts';

const root = join(import.meta.dirname, '..');
const BLOCK = /<!-- figures (\S+)\n([^]*?)\n-->\n[^]*?<!-- end of figures -->/g;
const FIGURE = /\{([^{}]+)\}/g;
/** A number with a unit of time, memory, share or rate. */
const MEASURED = /\d[\d.,]*\s?(?:ms|µs|s|seconds?|KB|MB|GB|%|megabytes|a second|times)(?![\w/])/;

/** Every document in which figures are checked. */
export function documents(): string[] {
  return globSync(['README.md', 'ARCHITECTURE.md', 'docs/*.md', 'bench/README.md', 'bench/*/README.md'], {
    cwd: root,
  });
}

export function readDocument(name: string): string {
  return readFileSync(join(root, name), 'utf8');
}

export function writeFigures(): void {
  for (const name of documents()) writeFileSync(join(root, name), updateFigures(readDocument(name)));
}

export function updateFigures(document: string, read: (name: string) => KeptResult[] = readResults): string {
  return document.replaceAll(BLOCK, (_block, name: string, template: string) => {
    const first = /\{([^{}]+)\}/.exec(template)?.[1] ?? '';
    const newestFirst = read(name).toSorted((left, right) => right.at.localeCompare(left.at));
    const result = newestFirst.find((one) => figureIn(one, first) !== undefined);
    const text =
      result === undefined
        ? `Not measured yet: \`npm run bench -- ${name}\`.`
        : `${template.replaceAll(FIGURE, (_all, key: string) => figureIn(result, key) ?? '–')}\n\nMeasured: \`bench/${result.file}\`.`;
    return `<!-- figures ${name}\n${template}\n-->\n${text}\n<!-- end of figures -->`;
  });
}

/**
 * Lines outside of blocks that look like a measurement: in a document of a benchmark every number with a unit that is not code (a setting or
 * a goal is), elsewhere those in lines that cite a benchmark.
 */
export function strayFigures(name: string, document: string): string[] {
  return document
    .replaceAll(BLOCK, '')
    .replaceAll(/```[^]*?```|`[^`]*`/g, (code) => (code.includes('bench/') ? 'bench/' : ''))
    .split('\n')
    .filter((line) => (name.startsWith('bench/') || line.includes('bench/')) && MEASURED.test(line));
}

/** With its spread, where it was measured several times. */
function figureIn(result: KeptResult, keys: string): string | undefined {
  for (const key of keys.split('|')) {
    const [value, mad] = [valueAt(result, key), valueAt(result, `${key}Mad`)];
    if (value !== undefined) return mad === undefined ? toText(value) : `${toText(value)} ± ${toText(mad)}`;
  }
  return undefined;
}

function valueAt(result: object, key: string): number | undefined {
  let at: unknown = result;
  for (const step of key.split('.')) at = (at as Record<string, unknown> | undefined)?.[step];
  return typeof at === 'number' ? at : undefined;
}

function toText(value: number): string {
  return value.toLocaleString('en-US', Number.isInteger(value) ? {} : { maximumSignificantDigits: 4 });
}
