#!/usr/bin/env node
/** The command `gamekeeper`: prepares the clone if need be, then runs `src/main.ts` in Node 24. */
import { join } from 'node:path';
import { handOver } from './hand-over.mjs';
import { prepare, root } from './prepare.mjs';

const args = process.argv.slice(2);
await handOver(prepare({ ui: args[0] === 'up' }), join(root, 'src', 'main.ts'), args);
