/**
 * A visible browser in which the operator logs in. Done when the cookies that make a login are there, or, where the definition names none,
 * when the operator closes the window. The profile is temporary; only the cookies and the local storage of the site are returned.
 */
import { UserError } from '#/domain/user-error.ts';
import { importLogin } from './login-import.ts';
import type { LoginState } from './login-state.ts';
import type { SiteDefinition } from './site-definition.ts';

const POLL_MS = 1_000;

export async function logInWithWindow(site: SiteDefinition, executable: string): Promise<LoginState> {
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({ executablePath: executable, headless: false });
  try {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(site.login?.url ?? new URL(site.searchUrl).origin);
    const wanted = site.login?.cookies ?? [];
    let state = await context.storageState();
    for (;;) {
      const names = new Set(state.cookies.map(({ name }) => name));
      if (wanted.length > 0 && wanted.every((name) => names.has(name))) break;
      if (page.isClosed()) {
        if (wanted.length === 0) break;
        throw new UserError(
          `The window was closed before the login at ${site.name} was complete.`,
          `Expected the cookies ${wanted.join(', ')}. Run the command again.`,
        );
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      state = await context.storageState();
    }
    return importLogin(JSON.stringify(state), 'the browser window', site, new Date()).state;
  } finally {
    await browser.close();
  }
}
