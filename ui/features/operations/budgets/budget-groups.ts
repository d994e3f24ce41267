/** The gauges as a person looks for them: by upstream, then by host; what holds for all calls of a host apart from what holds for one method. */
import type { BudgetGauge } from '#/contract/operations.ts';

export interface HostBudget {
  readonly host: string;
  readonly application: readonly BudgetGauge[];
  readonly methods: readonly BudgetGauge[];
  /** The latest time until which nothing, or some method, may be asked there; null: nothing is blocked. */
  readonly blockedUntil: string | null;
}

interface UpstreamBudget {
  readonly upstream: string;
  readonly hosts: readonly HostBudget[];
}

const APPLICATION = 'application';

export function toBudgetGroups(gauges: readonly BudgetGauge[]): UpstreamBudget[] {
  return [...Map.groupBy(gauges, ({ upstream }) => upstream)]
    .map(([upstream, own]) => ({
      upstream,
      hosts: [...Map.groupBy(own, ({ host }) => host)]
        .map(([host, ofHost]) => toHostBudget(host, ofHost))
        .toSorted((one, other) => one.host.localeCompare(other.host)),
    }))
    .toSorted((one, other) => one.upstream.localeCompare(other.upstream));
}

/** From 0 to 1, whatever an upstream counted beyond its own limit. */
export function spentShare({ used, limit }: BudgetGauge): number {
  return limit > 0 ? Math.min(1, Math.max(0, used / limit)) : 1;
}

function toHostBudget(host: string, gauges: readonly BudgetGauge[]): HostBudget {
  const [application, methods] = [true, false].map((isWanted) =>
    gauges
      .filter(({ scope }) => (scope === APPLICATION) === isWanted)
      .toSorted(
        (one, other) => one.scope.localeCompare(other.scope) || one.windowSeconds - other.windowSeconds,
      ),
  );
  const blocks = gauges.flatMap(({ blockedUntil }) => blockedUntil ?? []);
  return {
    host,
    application: application ?? [],
    methods: methods ?? [],
    blockedUntil: blocks.toSorted().at(-1) ?? null,
  };
}
