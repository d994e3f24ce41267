/** The process `gamekeeper`: arguments in, exit code out. What it does lives in `cli/` and `app.ts`. */
import packageJson from '../package.json' with { type: 'json' };
import { runCli } from '#/cli/run-cli.ts';

const streams = { out: process.stdout, err: process.stderr };
const exitCode = await runCli(process.argv.slice(2), streams, packageJson.version);
// Explicit, because the launcher's IPC channel would keep an otherwise finished process alive.
process.exit(exitCode);
