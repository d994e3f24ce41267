/** compose.yaml and the Dockerfile as the tests read them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../support/product.ts';

export interface ComposeService {
  readonly image?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly env_file?: readonly (string | { readonly path: string; readonly required?: boolean })[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly privileged?: boolean;
  readonly security_opt?: readonly string[];
  readonly user?: string;
  readonly restart?: string;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly secrets?: readonly string[];
  readonly networks?: readonly string[];
  readonly network_mode?: string;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
  readonly deploy?: { readonly replicas?: number | string };
}

export interface ComposeFile {
  readonly name: string;
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

/** As Docker reads it: anchors merged, then `${NAME:-default}` in texts replaced by its default. */
export function readComposeFile(): ComposeFile {
  const text = readFileSync(join(root, 'compose.yaml'), 'utf8');
  return JSON.parse(JSON.stringify(parse(text, { merge: true })), (_name, value: unknown) =>
    typeof value === 'string' ? fillText(value) : value,
  ) as ComposeFile;
}

function fillText(text: string): string {
  const filled = text.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1');
  if (filled.includes('$')) throw new Error(`compose.yaml has ${text}, which has no default`);
  return filled;
}

/** The services that run our own image for good, by name. */
export function processesIn({ services }: ComposeFile): [string, ComposeService][] {
  return Object.entries(services).filter(([, { command }]) => command?.[0] === 'up');
}

/** What follows FROM, each time: an image, then instructions. */
export type Stage = readonly string[];

export function readDockerfile(): Stage[] {
  return readFileSync(join(root, 'Dockerfile'), 'utf8')
    .replaceAll(/^\s*#.*$/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split(/^FROM /m)
    .slice(1)
    .map((stage) => stage.trim().split(/\s*\n\s*/));
}

/** What follows this word in the instructions of a stage. */
export function allOf(stage: Stage, word: string): string[] {
  return stage.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
}

export function copiedFromRepository(stage: Stage): string[] {
  return allOf(stage, 'COPY')
    .filter((rest) => !rest.startsWith('--from='))
    .flatMap((rest) => rest.split(/\s+/).slice(0, -1));
}
