/** Fetches one report and shows it, or says why it cannot. */
import { PageHeader } from '../../../components/page-header.tsx';
import { ProblemAlert } from '../../../components/problem-alert.tsx';
import { Loading, PanelSkeleton } from '../../../components/skeletons.tsx';
import { ReportView } from './report-view.tsx';
import { useReport } from './reports-query.ts';

export function Report({ id }: { readonly id: string }) {
  const { data, error, refetch } = useReport(id);
  if (data) {
    const { subject, week } = data.report;
    return (
      <>
        <PageHeader title={subject.name} tabTitle={`${subject.name}, ${week.from}`}>
          {subject.kind === 'group' ? 'Weekly report of the group' : 'Weekly report'}, {week.from} to{' '}
          {week.until}, {week.timeZone}
        </PageHeader>
        <ReportView stored={data} />
      </>
    );
  }
  return (
    <>
      <PageHeader title="Weekly report" />
      {error ? (
        <ProblemAlert error={error} onRetry={async () => void (await refetch())} />
      ) : (
        <Loading what="the report">
          <PanelSkeleton lines={2} />
          <PanelSkeleton lines={7} />
        </Loading>
      )}
    </>
  );
}
