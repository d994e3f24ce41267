/** Writes the two documents that are made from the settings themselves. */
import { OTHER_NAMES, SETTINGS } from '../src/settings.ts';
import type { Setting } from '../src/domain/setting.ts';

const settings = Object.entries<Setting<unknown>>(SETTINGS);

export function envExample(): string {
  const lines = [
    '# Every setting with its default. Copy to .env and change what you need; nothing has to be set.',
    '# Made by `npm run generate` from src/settings.ts.',
  ];
  for (const group of groups()) {
    lines.push('', `## ${group}`);
    for (const [name, setting] of settingsOf(group)) {
      lines.push(
        `# ${setting.describe}`,
        `# Expected: ${setting.expected}.`,
        `#${name}=${setting.defaultText}`,
      );
    }
  }
  return `${lines.join('\n')}\n`;
}

export function configurationPage(): string {
  const lines = [
    '# Configuration',
    '',
    '*Made by `npm run generate` from `src/settings.ts`; do not edit.*',
    '',
    'Nothing has to be set. A setting comes from the environment, else from `.env` in the working directory, else from its',
    'default. Each secret (🔒) can also be given as `NAME_FILE`, the path of a file that holds it. Wrong values are reported',
    'together at start. A name in `.env` that no setting has is a warning with the nearest setting. `gamekeeper doctor`',
    'checks the result.',
  ];
  for (const group of groups()) {
    lines.push('', `## ${group}`, '', '| setting | default | what it does |', '|---|---|---|');
    for (const [name, setting] of settingsOf(group)) {
      const secret = setting.secret ? ' 🔒' : '';
      const fallback = setting.defaultText === '' ? '–' : `\`${setting.defaultText}\``;
      lines.push(
        `| \`${name}\`${secret} | ${fallback} | ${setting.describe} Expected: ${setting.expected}. |`,
      );
    }
  }
  lines.push('', '## Names of other programs', '', '| name | what it does |', '|---|---|');
  for (const [name, other] of Object.entries(OTHER_NAMES)) {
    const sets = 'sets' in other ? other.sets.map((one) => `\`${one}\``).join(' and ') : '';
    const words = 'sets' in other ? `Sets ${sets} where these have no value.` : `No effect. ${other.instead}`;
    lines.push(`| \`${name}\` | ${words} |`);
  }
  return `${lines.join('\n')}\n`;
}

function groups(): string[] {
  return [...new Set(settings.map(([, setting]) => setting.group))];
}

function settingsOf(group: string): [string, Setting<unknown>][] {
  return settings.filter(([, setting]) => setting.group === group);
}
