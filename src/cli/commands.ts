/** Every command. What a command needs is loaded only when it runs, so that `--help` answers at once. */
import { ROLES } from '#/settings.ts';
import type { Command } from './command.ts';

const SOURCE = { name: 'source', value: 'tft|lol', describe: 'only this game (default: both)' };

export const COMMANDS: readonly Command[] = [
  {
    name: 'up',
    summary: 'run Gamekeeper until it is told to stop',
    options: [
      {
        name: 'roles',
        value: ROLES.join(','),
        describe: 'what this process does (default: the setting ROLES)',
      },
      {
        name: 'workers',
        value: '<number>',
        describe: 'start so many further processes that work, and keep them running (default: 0)',
      },
    ],
    run: async (context) => (await import('./up.ts')).up(context),
  },
  {
    name: 'migrate',
    summary: 'bring both stores up to date, and nothing else',
    options: [],
    run: async (context) => (await import('./migrate.ts')).migrate(context),
  },
  {
    name: 'status',
    summary: 'what a running Gamekeeper says of itself',
    options: [{ name: 'url', value: '<address>', describe: 'ask this one instead of the one in DATA_DIR' }],
    run: async (context) => (await import('./status.ts')).status(context),
  },
  {
    name: 'doctor',
    summary: 'check settings, disk, port, keys, stores and tools, and say what to do',
    options: [],
    run: async (context) => (await import('./doctor.ts')).doctor(context),
  },
  {
    name: 'practice',
    summary: 'run the practice world alone: invented players and games behind an API like that of Riot',
    options: [
      { name: 'port', value: '<port>', describe: 'where it listens on 127.0.0.1 (default: 4100)' },
      { name: 'seed', value: '<number>', describe: 'another seed is another world (default: PRACTICE_SEED)' },
      {
        name: 'profile',
        value: 'personal|production|unlimited',
        describe: 'whose limits it enforces (default: PRACTICE_PROFILE)',
      },
      { name: 'speed', value: '<number>', describe: 'its seconds in one of ours (default: PRACTICE_SPEED)' },
    ],
    run: async (context) => (await import('./practice.ts')).practice(context),
  },
  {
    name: 'patch',
    summary: 'list the patch calendar, or change one of its dates',
    options: [
      { name: 'add', value: '18.7b', describe: 'a new patch; needs --from' },
      { name: 'move', value: '18.7b', describe: 'another start for a patch; needs --from' },
      { name: 'remove', value: '18.7b', describe: 'take a patch out; it does not come back by itself' },
      { name: 'from', value: '2026-11-18T10:00:00Z', describe: 'when it starts: a day or a time in UTC' },
      { name: 'region', value: 'kr', describe: 'only for this platform or region (default: everywhere)' },
      { name: 'set', value: '18', describe: "the set, where the patch's name does not begin with it" },
    ],
    run: async (context) => (await import('./patch.ts')).patch(context),
  },
  {
    name: 'backup',
    summary: 'copy what cannot be made again into a new folder, also while Gamekeeper runs',
    options: [{ name: 'to', value: '<folder>', describe: 'where; must not be there yet' }],
    run: async (context) => (await import('./backup.ts')).backup(context),
  },
  {
    name: 'verify',
    summary: 'compare the statistics with what is kept, and mend what differs',
    options: [SOURCE],
    run: async (context) => (await import('./verify.ts')).verify(context),
  },
  {
    name: 'rebuild',
    summary: 'build the statistics anew from what is kept',
    options: [
      SOURCE,
      { name: 'patch', value: '17.4b', describe: 'only this patch; with --source lol, only this season' },
    ],
    run: async (context) => (await import('./rebuild.ts')).rebuild(context),
  },
  {
    name: 'login',
    summary: 'store your login for a clip site, from a browser window or a file',
    argument: 'site',
    options: [
      { name: 'site', value: '<name>', describe: 'the site, if it is not given as an argument' },
      {
        name: 'from',
        value: '<file>',
        describe: 'cookies.txt or a storage state, where no window can be opened',
      },
    ],
    run: async (context) => (await import('./login.ts')).login(context),
  },
  {
    name: 'token',
    summary: 'make a new admin token; the old one stops working at once',
    options: [],
    run: async (context) => (await import('./token.ts')).token(context),
  },
];
