import { UserError } from '#/domain/user-error.ts';
import { SHIPPED } from '#/runtime/places.ts';
import { createAdminToken, storeAdminToken } from '#/runtime/postgres/admin.ts';
import { migratePostgres } from '#/runtime/postgres/migrate.ts';
import { createCommandLog, type CommandContext, type ExitCode } from './command.ts';
import { recordChange, withStores } from './with-stores.ts';

export async function token({ config, output }: CommandContext): Promise<ExitCode> {
  if (config.ADMIN_TOKEN !== undefined) {
    throw new UserError(
      'ADMIN_TOKEN is set, so that token is the one that counts.',
      'Change it there, or unset it and run this command again.',
    );
  }
  const { token: secret, sha256 } = createAdminToken();
  await withStores(config, createCommandLog(config), async ({ database }) => {
    await migratePostgres(database, SHIPPED.postgresMigrations);
    await recordChange(database, 'gamekeeper token', {}, () => storeAdminToken(database, sha256));
  });
  output.say(
    { event: 'admin-token', token: secret.reveal() },
    `Admin token (shown once, keep it safe):\n  ${output.style('bold', secret.reveal())}`,
  );
  return 0;
}
