import { startApp, type RunningApp } from '#/app.ts';
import { secretsOf, settingWarnings } from '#/config.ts';
import { createLog } from '#/runtime/log.ts';
import { SETTINGS } from '#/settings.ts';
import { nextStopSignal } from '#/runtime/shutdown.ts';
import { readOption, type CommandContext, type ExitCode } from './command.ts';

const WORKERS = {
  expected: 'a whole number from 0 to 32',
  parse: (text: string) => (/^\d{1,2}$/.test(text) && Number(text) <= 32 ? Number(text) : undefined),
};

export async function up(context: CommandContext): Promise<ExitCode> {
  const { config, version } = context;
  const workers = readOption(context, 'workers', WORKERS) ?? 0;
  const roles = readOption(context, 'roles', SETTINGS.ROLES) ?? config.ROLES;
  const { LOG_LEVEL: level, LOG_FORMAT: format } = config;
  const log = createLog({ level, format, secrets: secretsOf(config), roles });
  for (const warning of settingWarnings()) log.warn({ warning }, 'setting without effect');
  const stopAsked = nextStopSignal();
  const options = { config, roles, workers, version, log, stopAsked: stopAsked.signal };
  const app = await startApp(options).catch((error: unknown) => {
    if (!stopAsked.signal.aborted) throw error;
    log.info('stopped while starting');
    return null;
  });
  if (app === null) return stopAsked.promise;
  const working = app.ready.then(({ firstToken }) => announce(context, app, firstToken?.reveal()));
  try {
    // The request to stop, or an error of the start that needs the operator.
    return await Promise.race([stopAsked.promise, working.then(() => stopAsked.promise)]);
  } finally {
    await app.stop();
  }
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
