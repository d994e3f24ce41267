/**
 * What can be followed of linked accounts: all of them, or one. Notices come with every change of a state and when games have come; read
 * again now and then besides, because a notice may be lost with the process that would have sent it.
 */
import type { TopicDefinition } from '#/http/live/feed.ts';
import { ACCOUNTS_TOPIC } from '#/lol/account-rows.ts';
import type { LolAccountsAccess } from './accounts-access.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const RHYTHM = { minIntervalMs: 500, refreshEveryMs: 2_000 };

export function accountTopics(
  accounts: Pick<LolAccountsAccess, 'list' | 'read'>,
): readonly TopicDefinition[] {
  return [
    { name: ACCOUNTS_TOPIC, snapshot: () => accounts.list(), ...RHYTHM },
    {
      name: 'lol-account/:id',
      snapshot: async ({ id = '' }) => (UUID.test(id) ? accounts.read(id) : undefined),
      ...RHYTHM,
    },
  ];
}
