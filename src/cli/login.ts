/**
 * `gamekeeper login <site>`: stores the operator's login for a clip site. With a display it opens a browser window and waits until the
 * operator has logged in; elsewhere it imports a file. Running processes use the new login with their next search.
 */
import { readFile } from 'node:fs/promises';
import { findTools, loginFolderOf, readChosenSites } from '#/app/open-football.ts';
import { hasDisplay } from '#/config.ts';
import { UserError } from '#/domain/user-error.ts';
import { HOW_TO_EXPORT, importLogin, logInWithWindow } from '#/football/sites/login-import.ts';
import {
  describeExpiry,
  loginExpiry,
  loginFile,
  writeLogin,
  type LoginState,
} from '#/football/sites/login-state.ts';
import type { SiteDefinition } from '#/football/sites/site-definition.ts';
import type { CommandContext, ExitCode } from './command.ts';

const HOW =
  'gamekeeper login <site>, or gamekeeper login <site> --from <file>; docs/clip-sites.md describes both.';

export async function login({ config, options, output }: CommandContext): Promise<ExitCode> {
  const { site: name, from } = options;
  if (typeof name !== 'string') throw new UserError('Which site? Expected its name.', HOW);
  const site = findSite(name, await readChosenSites(config));
  const now = new Date();
  const taken =
    typeof from === 'string' ? importLogin(await readText(from), from, site, now) : await openWindow(site);
  const file = loginFile(loginFolderOf(config), name);
  await writeLogin(file, taken.state);
  const cookies = taken.state.cookies.length;
  const expiry = describeExpiry(taken.expiresAt, now);
  const others = taken.leftOut === 0 ? '' : ` ${taken.leftOut} cookies of other sites were left out.`;
  output.say(
    { event: 'login-stored', site: name, cookies, expiresAt: taken.expiresAt?.toISOString() ?? null, file },
    `The login for ${name} is stored (${cookies} cookies, ${expiry}).${others} The next search uses it.`,
  );
  return 0;

  async function openWindow(definition: SiteDefinition) {
    const { browser } = await findTools(config);
    if (!hasDisplay() || !browser.found)
      throw new UserError(
        `A browser window cannot be opened here: ${browser.found ? 'there is no display' : browser.detail}.`,
        HOW_TO_EXPORT.replace('<site>', definition.name),
      );
    output.say(
      { event: 'login-window', site: definition.name },
      `A browser window opens at ${definition.login?.url}. Log in there; the window closes by itself.`,
    );
    const state: LoginState = await logInWithWindow(definition, await browser.executable());
    return { state, expiresAt: loginExpiry(state, definition.login), leftOut: 0 };
  }
}

function findSite(name: string, sites: readonly SiteDefinition[]): SiteDefinition {
  const withLogin = sites.filter(({ kind, login: rule }) => kind === 'browser' || rule !== undefined);
  const site = withLogin.find((candidate) => candidate.name === name);
  if (site !== undefined) return site;
  const known = withLogin.map((candidate) => candidate.name).join(', ');
  throw new UserError(
    `No site "${name}" with a login is switched on; ${known === '' ? 'there is none' : `there are: ${known}`}.`,
    'CLIP_SITES switches on the sites that ship (CLIP_SITES=x,reddit); CLIP_SITES_FILE names a file with further ones.',
  );
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new UserError(`${file} cannot be read (${String(error).slice(0, 150)}).`, HOW);
  }
}
