/**
 * Small mutations of operators, found in the syntax tree: a comparison turned or moved by its border, plus for minus, a number
 * one larger, a condition negated, a statement removed. Text, types and imports are left alone.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseSync, Visitor } from 'vite';
import type { Mutant } from './mutant-list.ts';

const SWAPS = new Map([
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
  ['===', '!=='],
  ['!==', '==='],
  ['+', '-'],
  ['-', '+'],
  ['*', '/'],
  ['/', '*'],
  ['&&', '||'],
  ['||', '&&'],
]);

interface Operation {
  readonly operator: string;
  readonly left: { readonly end: number };
}

interface Edit {
  readonly file: string;
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** The same seed chooses the same mutants of the same sources. */
export function sampleMutants(repository: string, folder: string, count: number, seed: number): Mutant[] {
  const files = readdirSync(join(repository, folder)).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  const sources = new Map(
    files.map((name) => [join(folder, name), readFileSync(join(repository, folder, name), 'utf8')]),
  );
  const edits = [...sources].flatMap(([file, source]) => findEdits(file, source));
  return shuffle(edits, seed)
    .slice(0, count)
    .map((edit) => toMutant(edit, sources.get(edit.file) ?? '', folder));
}

function findEdits(file: string, source: string): Edit[] {
  const edits: Edit[] = [];
  let typesAround = 0;
  const enterType = (): void => void typesAround++;
  const leaveType = (): void => void typesAround--;
  const replace = (node: { start: number; end: number }, text: string): void => {
    edits.push({ file, from: node.start, to: node.end, text });
  };
  const swapOperator = (node: Operation): void => {
    const other = SWAPS.get(node.operator);
    const from = source.indexOf(node.operator, node.left.end);
    if (other !== undefined) replace({ start: from, end: from + node.operator.length }, other);
  };
  new Visitor({
    TSTypeAnnotation: enterType,
    'TSTypeAnnotation:exit': leaveType,
    TSTypeAliasDeclaration: enterType,
    'TSTypeAliasDeclaration:exit': leaveType,
    TSInterfaceDeclaration: enterType,
    'TSInterfaceDeclaration:exit': leaveType,
    TSTypeParameterInstantiation: enterType,
    'TSTypeParameterInstantiation:exit': leaveType,
    BinaryExpression: swapOperator,
    LogicalExpression: swapOperator,
    Literal(node) {
      if (typesAround === 0 && typeof node.value === 'number') replace(node, `(${node.value} + 1)`);
    },
    IfStatement({ test }) {
      replace(test, `!(${source.slice(test.start, test.end)})`);
    },
    ExpressionStatement(node) {
      replace(node, ';');
    },
  }).visit(parseSync(basename(file), source).program);
  return edits;
}

/** `find` covers the whole file, so that it occurs once whatever the edit is. */
function toMutant({ file, from, to, text }: Edit, source: string, folder: string): Mutant {
  const line = source.slice(0, from).split('\n').length;
  return {
    file,
    find: source,
    replace: source.slice(0, from) + text + source.slice(to),
    promise: `line ${line}: ${source.slice(from, to).split('\n')[0]} → ${text}`,
    tests: [folder],
  };
}

/** Fisher–Yates with a linear congruential generator (Numerical Recipes' constants). */
function shuffle<Item>(items: readonly Item[], seed: number): Item[] {
  const shuffled = [...items];
  let state = seed >>> 0;
  for (let last = shuffled.length - 1; last > 0; last--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const other = Math.floor((state / 2 ** 32) * (last + 1));
    const [one, two] = [shuffled[last], shuffled[other]];
    if (one === undefined || two === undefined) continue;
    shuffled[last] = two;
    shuffled[other] = one;
  }
  return shuffled;
}
