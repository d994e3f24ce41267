#!/usr/bin/env node
/** Runs one of the project's own scripts in Node 24, after the clone is ready: `node bin/run.mjs scripts/check.ts`. */
import { join } from 'node:path';
import { handOver } from './hand-over.mjs';
import { prepare, root } from './prepare.mjs';

const [script, ...args] = process.argv.slice(2);
await handOver(prepare({ ui: true }), join(root, script), args);
