import { startApp, type RunningApp } from '#/app.ts';
import { secretsOf, settingWarnings, type Config } from '#/config.ts';
import { UserError } from '#/domain/user-error.ts';
import { createLog } from '#/runtime/log.ts';
import { SETTINGS, type Role } from '#/settings.ts';
import { nextStopSignal } from '#/runtime/shutdown.ts';
import type { CommandContext, ExitCode } from './command.ts';

const MOST_WORKERS = 32;

export async function up(context: CommandContext): Promise<ExitCode> {
  const { config, version } = context;
  const workers = readWorkers(context);
  const log = createLog({ level: config.LOG_LEVEL, format: config.LOG_FORMAT, secrets: secretsOf(config) });
  for (const warning of settingWarnings()) log.warn(warning);
  const stopAsked = nextStopSignal();
  const options = { config, roles: readRoles(context), workers, version, log, stopAsked: stopAsked.signal };
  const app = await startApp(options).catch((error: unknown) => {
    if (!stopAsked.signal.aborted) throw error;
    log.info('stopped while starting');
    return null;
  });
  if (app === null) return stopAsked.promise;
  const working = app.ready.then(({ firstToken }) => announce(context, app, firstToken?.reveal()));
  try {
    // The request to stop, or an error while getting ready that only a person can fix.
    return await Promise.race([stopAsked.promise, working.then(() => stopAsked.promise)]);
  } finally {
    await app.stop();
  }
}

function readRoles({
  config,
  options,
}: {
  config: Config;
  options: CommandContext['options'];
}): readonly Role[] {
  const asked = options['roles'];
  if (typeof asked !== 'string') return config.ROLES;
  const roles = SETTINGS.ROLES.parse(asked);
  if (roles !== undefined) return roles;
  throw new UserError(`--roles is ${JSON.stringify(asked)}.`, `Expected ${SETTINGS.ROLES.expected}.`);
}

/** How many further processes of this machine work, besides this one. */
function readWorkers({ options }: CommandContext): number {
  const asked = options['workers'];
  if (typeof asked !== 'string') return 0;
  const workers = /^\d{1,2}$/.test(asked) ? Number(asked) : Number.NaN;
  if (workers <= MOST_WORKERS) return workers;
  throw new UserError(
    `--workers is ${JSON.stringify(asked)}.`,
    `Expected a whole number from 0 to ${MOST_WORKERS}.`,
  );
}

function announce({ output }: CommandContext, app: RunningApp, firstToken: string | undefined): void {
  if (firstToken !== undefined) {
    output.say(
      { event: 'admin-token', token: firstToken },
      `\n  Admin token (shown once, keep it safe): ${output.style('bold', firstToken)}`,
    );
  }
  const page = app.url === null ? 'no web page in this process' : output.style('cyan', app.url);
  output.say(
    { event: 'ready', url: app.url, seconds: Math.round(process.uptime() * 10) / 10 },
    `\n  ${output.style('green', 'Gamekeeper is ready')}: ${page}\n`,
  );
}
