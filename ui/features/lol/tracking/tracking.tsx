/** Tracked players and groups, and when they are collected. */
import type { LolTracked } from '#/contract/lol-tracking.ts';

import { EmptyState } from '../../../components/empty-state.tsx';
import { ProblemAlert } from '../../../components/problem-alert.tsx';
import { Section } from '../../../components/section.tsx';
import { Loading, PanelSkeleton } from '../../../components/skeletons.tsx';
import { formatCount } from '../../../lib/format.ts';
import { NeedsAdmin } from '../../admin/needs-admin.tsx';
import { GroupsSection } from './groups-section.tsx';
import { SchedulePanel } from './schedule-panel.tsx';
import { TrackForm } from './track-form.tsx';
import { TrackedTable } from './tracked-table.tsx';
import classes from './tracking.module.css';
import { useGroups, useTracked } from './tracking-query.ts';

export function Tracking() {
  const { data: tracked, error, refetch } = useTracked();
  if (tracked) return <TrackingBoard tracked={tracked} />;
  if (error) return <ProblemAlert error={error} onRetry={async () => void (await refetch())} />;
  return (
    <Loading what="the tracked players">
      <PanelSkeleton lines={2} />
      <PanelSkeleton lines={6} />
    </Loading>
  );
}

function TrackingBoard({ tracked }: { readonly tracked: LolTracked }) {
  const { players, schedule } = tracked;
  return (
    <div className={classes.page}>
      <Section title="Track a player" aside={<NeedsAdmin what="Tracking and collecting" />}>
        <div className={classes.body}>
          <TrackForm schedule={schedule} />
        </div>
      </Section>
      <Section title="Players" aside={`${formatCount(players.length)} tracked`}>
        {players.length === 0 ? (
          <EmptyState>
            Nobody is tracked. Add somebody above by their Riot ID: their newest games, ranks and a weekly
            report are then kept without asking.
          </EmptyState>
        ) : (
          <TrackedTable players={players} />
        )}
      </Section>
      <Groups tracked={tracked} />
      <SchedulePanel schedule={schedule} />
    </div>
  );
}

function Groups({ tracked }: { readonly tracked: LolTracked }) {
  const { data, error, refetch } = useGroups();
  if (data) return <GroupsSection groups={data.groups} tracked={tracked} />;
  if (error) return <ProblemAlert error={error} onRetry={async () => void (await refetch())} />;
  return (
    <Loading what="the groups">
      <PanelSkeleton lines={3} />
    </Loading>
  );
}
