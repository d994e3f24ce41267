/** The style sheet brings Mantine's styles component by component; a forgotten one would only show as an unstyled corner. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const here = import.meta.dirname;
const styles = join(here, '../node_modules/@mantine/core/styles');

test('every Mantine component in use has its styles in base.css', () => {
  const used = findComponentsInUse();
  const sheet = readFileSync(join(here, 'base.css'), 'utf8');

  const missing = used.filter((name) => !sheet.includes(`'@mantine/core/styles/${name}.css'`));

  expect(used).toContain('Button');
  expect(missing).toEqual([]);
});

function findComponentsInUse(): string[] {
  const sources = globSync('**/*.{ts,tsx}', { cwd: here }).map((file) =>
    readFileSync(join(here, file), 'utf8'),
  );
  const names = sources.flatMap((source) =>
    [...source.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, list = '']) =>
      list.split(','),
    ),
  );
  return [...new Set(names.map((name) => name.trim()))].filter((name) =>
    existsSync(join(styles, `${name}.css`)),
  );
}
