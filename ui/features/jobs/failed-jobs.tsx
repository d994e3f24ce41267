/** Jobs that were given up: why, what they were to do, and what becomes of them. */
import { IconRefresh, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';

import type { FailedJob, FailedJobAnswer } from '#/contract/jobs.ts';

import { EmptyState } from '../../components/empty-state.tsx';
import { ProblemAlert } from '../../components/problem-alert.tsx';
import { Section } from '../../components/section.tsx';
import { Loading, PanelSkeleton } from '../../components/skeletons.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { formatCount } from '../../lib/format.ts';
import { AdminButton } from '../admin/admin-button.tsx';
import { useAdminChange } from '../admin/admin-change-hook.ts';
import { ChangeProblem } from '../admin/change-problem.tsx';
import { ConfirmDialog } from '../admin/confirm-dialog.tsx';
import { NeedsAdmin } from '../admin/needs-admin.tsx';
import { payloadText } from './job-words.ts';
import { useFailedJobs, useJobsRefresh } from './jobs-query.ts';
import classes from './jobs.module.css';

const DID = {
  retried: 'It is done again.',
  joined: 'Another one like it waits or runs already, and stands for it.',
  discarded: 'It was thrown away.',
} as const satisfies Record<FailedJobAnswer['did'], string>;

export function FailedJobs({ kind }: { readonly kind: string | undefined }) {
  const { data, error, refetch } = useFailedJobs(kind);
  const [said, setSaid] = useState<string | null>(null);
  if (!data && error) return <ProblemAlert error={error} onRetry={async () => void (await refetch())} />;
  if (!data) {
    return (
      <Loading what="the failed jobs">
        <PanelSkeleton lines={3} />
      </Loading>
    );
  }
  return (
    <Section title="Given up" aside={<NeedsAdmin what="Deciding about them" />}>
      {said === null ? null : <output className={classes.said}>{said}</output>}
      {data.jobs.length === 0 ? (
        <EmptyState>No job was given up{kind === undefined ? '' : ' of this kind'}.</EmptyState>
      ) : null}
      <ul className={classes.failed} aria-label="Jobs that were given up">
        {data.jobs.map((job) => (
          <FailedItem key={job.id} job={job} onDone={({ did }) => setSaid(`${job.kind}: ${DID[did]}`)} />
        ))}
      </ul>
      {data.total > data.jobs.length ? (
        <EmptyState>
          The newest {formatCount(data.jobs.length)} of {formatCount(data.total)}.
        </EmptyState>
      ) : null}
    </Section>
  );
}

interface FailedItemProps {
  readonly job: FailedJob;
  readonly onDone: (answer: FailedJobAnswer) => void;
}

function FailedItem({ job, onDone }: FailedItemProps) {
  const { kind, key, reason, attempts, payload, failedAt, isKnownKind } = job;
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <h3 className={classes.kind}>
          {kind} {key === null ? null : <span className={classes.key}>{key}</span>}
        </h3>
        <span className={classes.under}>
          <TimeAgo at={failedAt} />, after {formatCount(attempts)} {attempts === 1 ? 'attempt' : 'attempts'}
        </span>
      </div>
      <p className={classes.reason}>{reason ?? 'Nobody said why.'}</p>
      {isKnownKind ? null : (
        <p className={classes.under}>This version knows no such work: it can only be discarded.</p>
      )}
      <details className={classes.payload}>
        <summary>What it was to do</summary>
        <pre>{payloadText(payload)}</pre>
      </details>
      <Decisions job={job} onDone={onDone} />
    </li>
  );
}

function Decisions({ job: { id, kind, isKnownKind }, onDone }: FailedItemProps) {
  const [isAsking, setIsAsking] = useState(false);
  const refresh = useJobsRefresh();
  const done = (answer: FailedJobAnswer) => {
    setIsAsking(false);
    onDone(answer);
    refresh();
  };
  const retry = useAdminChange('POST /api/admin/jobs/{id}/retry', done);
  const discard = useAdminChange('POST /api/admin/jobs/{id}/discard', done);
  const parameters = { id };
  return (
    <>
      {retry.error ? <ChangeProblem error={retry.error} /> : null}
      <div className={classes.actions}>
        {isKnownKind ? (
          <AdminButton
            Icon={IconRefresh}
            variant="default"
            size="compact-sm"
            onClick={() => retry.run({ parameters })}
          >
            {retry.isRunning ? 'Asking…' : 'Retry'}
          </AdminButton>
        ) : null}
        <AdminButton Icon={IconTrash} variant="default" size="compact-sm" onClick={() => setIsAsking(true)}>
          Discard
        </AdminButton>
      </div>
      {isAsking ? (
        <ConfirmDialog
          title={`Discard this ${kind}?`}
          action="Discard"
          isDangerous
          isRunning={discard.isRunning}
          error={discard.error}
          onConfirm={() => discard.run({ parameters })}
          onClose={() => setIsAsking(false)}
        >
          <p>What it was to do is not done, and nobody is reminded of it again.</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
