/** The handful of numbers that an operator looks at first. */
import type { ProcessRow, QueueRow, SystemStatus } from '#/contract/status.ts';

import { Bytes } from '../../components/bytes.tsx';
import { Stat, StatStrip } from '../../components/stat.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { formatBytes, formatCount, formatPercent } from '../../lib/format.ts';
import { isDiskLow } from './describe-system.ts';

export function StatusStats({ status }: { readonly status: SystemStatus }) {
  const { disk } = status;
  const sum = (field: Exclude<keyof QueueRow, 'kind'>) => total(status.queues.map((queue) => queue[field]));
  const deadLettered = sum('deadLettered');
  return (
    <StatStrip>
      <Stat label="Up" value={<TimeAgo at={status.startedAt} span />} note={`version ${status.version}`} />
      <Stat
        label="Jobs active"
        value={formatCount(sum('active'))}
        note={`${formatCount(sum('waiting'))} waiting`}
      />
      <Stat
        label="Dead-lettered"
        value={formatCount(deadLettered)}
        note={deadLettered > 0 ? 'need a look' : 'none'}
        isTrouble={deadLettered > 0}
      />
      <ProcessStats processes={status.processes} />
      <Stat
        label="Disk free"
        value={<Bytes value={disk.freeBytes} />}
        note={isDiskLow(disk) ? 'low' : `of ${formatBytes(disk.totalBytes)}`}
        isTrouble={isDiskLow(disk)}
      />
    </StatStrip>
  );
}

/** No process is no measurement, which is something else than 0 bytes. */
function ProcessStats({ processes }: { readonly processes: readonly ProcessRow[] }) {
  if (processes.length === 0) {
    return (
      <>
        <Stat label="Memory" value="–" note="no process reported" />
        <Stat label="CPU" value="–" note="no process reported" />
      </>
    );
  }
  return (
    <>
      <Stat
        label="Memory"
        value={<Bytes value={total(processes.map((row) => row.rssBytes))} />}
        note={processes.length === 1 ? 'in 1 process' : `in ${formatCount(processes.length)} processes`}
      />
      <Stat
        label="CPU"
        value={formatPercent(total(processes.map((row) => row.cpuPercent)))}
        note="of one core"
      />
    </>
  );
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
