/**
 * `gamekeeper login`: gives a site that needs a browser the login of its operator. It comes as a file with cookies and local storage, as
 * browser tools write it (`storageState`); it is checked, and kept in the folder of logins for our user's eyes only.
 */
import { loginFolderOf, readChosenSites } from '#/app/open-football.ts';
import { UserError } from '#/domain/user-error.ts';
import { loginFile, readLogin, writeLogin } from '#/sources/clip-sites/login-state.ts';
import type { CommandContext, ExitCode } from './command.ts';

const HOW =
  'gamekeeper login --site <name> --from <file>; docs/clip-sites.md tells where the file comes from.';

export async function login({ config, options, output }: CommandContext): Promise<ExitCode> {
  const { site, from } = options;
  if (typeof site !== 'string' || typeof from !== 'string')
    throw new UserError('Whose login, and from which file? Both --site and --from are needed.', HOW);
  const sites = (await readChosenSites(config)) ?? [];
  const withLogin = sites.filter(({ kind }) => kind === 'browser').map(({ name }) => name);
  if (!withLogin.includes(site))
    throw new UserError(
      `No site "${site}" is searched with a browser; there ${withLogin.length === 0 ? 'is none' : `are: ${withLogin.join(', ')}`}.`,
      'CLIP_SITES_FILE names the file of sites.',
    );
  const state = await readLogin(from);
  if (state === null) throw new UserError(`There is no file ${from}.`, HOW);
  if (typeof state === 'string') throw new UserError(`${state}; expected JSON with "cookies".`, HOW);
  const file = loginFile(loginFolderOf(config), site);
  await writeLogin(file, state);
  output.say(
    { event: 'login-kept', site, cookies: state.cookies.length, file },
    `The login of ${site} is kept (${state.cookies.length} cookies). The next search uses it.`,
  );
  return 0;
}
