/** The Dockerfile as the tests read it: its stages, each with its instructions. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/product.ts';

export interface Stage {
  readonly image: string;
  readonly name: string | undefined;
  readonly instructions: readonly { readonly word: string; readonly rest: string }[];
}

export function readDockerfile(): Stage[] {
  const lines = readFileSync(join(root, 'Dockerfile'), 'utf8')
    .replaceAll(/^\s*#.*$/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const stages: {
    image: string;
    name: string | undefined;
    instructions: { word: string; rest: string }[];
  }[] = [];
  for (const line of lines) {
    const [, word = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    if (word === 'FROM') {
      const [, image = '', name] = /^(\S+)(?:\s+AS\s+(\S+))?$/.exec(rest) ?? [];
      stages.push({ image, name, instructions: [] });
      continue;
    }
    const stage = stages.at(-1);
    if (stage === undefined) throw new Error(`the Dockerfile has ${word} before FROM`);
    stage.instructions.push({ word, rest });
  }
  return stages;
}

/** What a stage copies out of the repository. */
export function copiedFromRepository({ instructions }: Stage): string[] {
  return instructions
    .filter(({ word, rest }) => word === 'COPY' && !rest.startsWith('--from='))
    .flatMap(({ rest }) => rest.split(/\s+/).slice(0, -1));
}

export function allOf({ instructions }: Stage, wanted: string): string[] {
  return instructions.filter(({ word }) => word === wanted).map(({ rest }) => rest);
}
