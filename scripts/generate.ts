/** `npm run generate`: writes the documents that are made from code. A test compares them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configurationPage, envExample } from './configuration-docs.ts';
import { writeFigures } from './figures.ts';

const root = join(import.meta.dirname, '..');
writeFileSync(join(root, '.env.example'), envExample());
writeFileSync(join(root, 'docs/configuration.md'), configurationPage());
writeFigures();
