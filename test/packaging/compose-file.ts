/** compose.yaml as Docker reads it: anchors merged, then `${NAME:-default}` replaced by its default. */
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
  readonly networks: Readonly<Record<string, unknown>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

export function readComposeFile(): ComposeFile {
  const text = readFileSync(join(root, 'compose.yaml'), 'utf8');
  return fill(parse(text, { merge: true })) as ComposeFile;
}

/** As Docker does: only after the file was read, and only in texts. */
function fill(value: unknown): unknown {
  if (typeof value === 'string') return fillText(value);
  if (Array.isArray(value)) return value.map(fill);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fill(one)]));
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
