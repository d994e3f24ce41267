/** What the upstreams allow on each host, and what of it is spent. A full gauge is no trouble: the limiter waits. A block is the upstream's word. */
import { Progress, VisuallyHidden } from '@mantine/core';
import { IconBan } from '@tabler/icons-react';

import type { BudgetGauge } from '#/contract/operations.ts';

import { EmptyState } from '../../../components/empty-state.tsx';
import { ToneLabel } from '../../../components/tone-label.tsx';
import { formatCount, formatSpan } from '../../../lib/format.ts';
import { useBudgets } from '../operations-query.ts';
import { ReadPanel } from '../read-panel.tsx';
import { TimeLeft } from '../time-left.tsx';
import { spentShare, toBudgetGroups, type HostBudget } from './budget-groups.ts';
import classes from './budgets-panel.module.css';

/** The least that a gauge needs; budgets-panel.module.css has it too. */
const HOST_WIDTH_REM = 15;

export function BudgetsPanel() {
  const read = useBudgets();
  return (
    <ReadPanel title="Budgets" what="the budgets" read={read} aside="calls spent of what upstreams allow">
      {({ gauges }) =>
        gauges.length === 0 ? (
          <EmptyState>No upstream was asked yet: limits are learned from the first answers.</EmptyState>
        ) : (
          <div className={classes.upstreams}>
            {toBudgetGroups(gauges).map(({ upstream, hosts }) => (
              <div
                key={upstream}
                // As wide as its hosts side by side: upstreams with few of them share a line.
                style={{ flex: `${hosts.length} 1 ${hosts.length * HOST_WIDTH_REM}rem` }}
              >
                <h3 className={classes.name}>{upstream}</h3>
                <ul className={classes.hosts} aria-label={`Budgets of ${upstream}`}>
                  {hosts.map((host) => (
                    <Host key={host.host} budget={host} />
                  ))}
                </ul>
              </div>
            ))}
          </div>
        )
      }
    </ReadPanel>
  );
}

function Host({ budget: { host, application, methods, blockedUntil } }: { readonly budget: HostBudget }) {
  return (
    <li className={classes.host}>
      <div className={classes.head}>
        <h4 className={classes.hostName}>{host}</h4>
        {blockedUntil === null ? null : (
          <ToneLabel tone="bad" Icon={IconBan}>
            Blocked, ends <TimeLeft until={blockedUntil} />
          </ToneLabel>
        )}
      </div>
      {application.map((gauge) => (
        <Gauge key={gauge.windowSeconds} gauge={gauge} name="All calls" />
      ))}
      {methods.length === 0 ? null : (
        <details className={classes.methods}>
          <summary>
            {formatCount(methods.length)} {methods.length === 1 ? 'limit' : 'limits'} of single methods
          </summary>
          {methods.map((gauge) => (
            <Gauge key={`${gauge.scope} ${gauge.windowSeconds}`} gauge={gauge} name={gauge.scope} />
          ))}
        </details>
      )}
    </li>
  );
}

function Gauge({ gauge, name }: { readonly gauge: BudgetGauge; readonly name: string }) {
  const { host, used, limit, windowSeconds, resetsAt, blockedUntil } = gauge;
  const words = `${formatCount(used)} of ${formatCount(limit)}`;
  const window = formatSpan(windowSeconds * 1_000);
  return (
    <div className={classes.gauge}>
      <div className={classes.words}>
        <span>{name}</span>
        <span className={classes.used}>
          {words} <span className={classes.quiet}>in {window}</span>
        </span>
      </div>
      {/* Mantine's bar tells a percentage and lets no other words through. */}
      <VisuallyHidden>
        <meter
          aria-label={`${host}, ${name}, in ${window}`}
          aria-valuetext={words}
          max={limit}
          value={Math.min(used, limit)}
        />
      </VisuallyHidden>
      <Progress.Root size="sm" aria-hidden="true">
        <Progress.Section
          value={spentShare(gauge) * 100}
          color={blockedUntil === null ? 'var(--gk-accent)' : 'var(--gk-bad)'}
          withAria={false}
        />
      </Progress.Root>
      {resetsAt === null || used === 0 ? null : (
        <span className={classes.quiet}>
          begins anew <TimeLeft until={resetsAt} />
        </span>
      )}
    </div>
  );
}
