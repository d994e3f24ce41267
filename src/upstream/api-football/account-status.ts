/** What `/status` says of the account behind the key. */
import { compileShape } from '../http/body-shape.ts';
import type { Malformed, Ok } from '../outcome.ts';
import type { Envelope } from './answer.ts';
import { Account } from './fixture-item.ts';

export interface AccountStatus {
  readonly plan: string;
  readonly isActive: boolean;
  readonly callsToday: number;
  /** Null: it is not told. */
  readonly callsPerDay: number | null;
}

export function createAccountReader(): (answer: Ok<Envelope>) => Ok<AccountStatus> | Malformed {
  const shape = compileShape(Account);
  return ({ body: { response }, bytes, fetchedAt }) => {
    if (!shape.fits(response)) {
      const reason = `response: ${shape.describeFault(response)}`;
      return { outcome: 'malformed', fault: 'shape', reason, bytes, isWhole: true, fetchedAt };
    }
    const { subscription, requests } = response;
    const body = {
      plan: subscription.plan ?? '',
      isActive: subscription.active ?? false,
      callsToday: requests.current ?? 0,
      callsPerDay: requests.limit_day ?? null,
    };
    return { outcome: 'ok', body, bytes, fetchedAt };
  };
}
