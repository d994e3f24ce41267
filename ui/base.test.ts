/** The style sheet brings Mantine's styles component by component; a forgotten one would only show as an unstyled corner. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const here = import.meta.dirname;
const styles = join(here, '../node_modules/@mantine/core/styles');

/** Features whose components the first page does not need bring their own sheet. */
const OWN_SHEETS = ['features/tft/', 'features/lol/', 'features/admin/'];

test('every Mantine component in use has its styles in base.css', () => {
  const used = findComponentsInUse((file) => !OWN_SHEETS.some((folder) => file.startsWith(folder)));

  expect(used).toContain('Button');
  expect(missingFrom(['base.css'], used)).toEqual([]);
});

test.each(OWN_SHEETS)(
  'every Mantine component of %s has its styles in base.css or in their own sheet',
  (folder) => {
    const used = findComponentsInUse((file) => file.startsWith(folder));

    expect(used).toContain('Button');
    expect(missingFrom(['base.css', `${folder}mantine.css`], used)).toEqual([]);
  },
);

function missingFrom(sheets: readonly string[], used: readonly string[]): string[] {
  const text = sheets.map((sheet) => readFileSync(join(here, sheet), 'utf8')).join('\n');
  return used.filter((name) => !text.includes(`'@mantine/core/styles/${name}.css'`));
}

function findComponentsInUse(isMeant: (file: string) => boolean): string[] {
  const sources = globSync('**/*.{ts,tsx}', { cwd: here })
    .filter((file) => isMeant(file))
    .map((file) => readFileSync(join(here, file), 'utf8'));
  const names = sources.flatMap((source) =>
    [...source.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, list = '']) =>
      list.split(','),
    ),
  );
  return [...new Set(names.map((name) => name.trim()))].filter((name) =>
    existsSync(join(styles, `${name}.css`)),
  );
}
