/** Copies everything that cannot be rebuilt into a new folder, also while Gamekeeper runs. */
import { UserError } from '#/domain/user-error.ts';
import { makeBackup } from '#/runtime/backup.ts';
import { createCommandLog, type CommandContext, type ExitCode } from './command.ts';
import { withStores } from './with-stores.ts';

export async function backup({ config, options, output, version }: CommandContext): Promise<ExitCode> {
  const { to } = options;
  if (typeof to !== 'string')
    throw new UserError(
      'A backup needs a folder.',
      'For example: gamekeeper backup --to /backups/2026-11-16',
    );
  if (config.DATABASE_URL !== undefined)
    throw new UserError(
      'PostgreSQL is a server of your own (DATABASE_URL), which Gamekeeper cannot copy.',
      'Back it up with its own tools, and the bucket with those of your S3; docs/self-hosting.md tells how.',
    );
  const made = await withStores(config, createCommandLog(config), () =>
    makeBackup({ dataDirectory: config.DATA_DIR, to, version }),
  );
  const megabytes = ((made.postgres.bytes + made.objects.bytes) / 1e6).toFixed(0);
  output.say(
    { event: 'backup', to, ...made },
    `${to}: ${megabytes} MB in ${made.seconds} s. To use it, start Gamekeeper with a copy of it as DATA_DIR.`,
  );
  return 0;
}
