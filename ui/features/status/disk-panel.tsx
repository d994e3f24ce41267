/** Room left where Gamekeeper keeps its data, with a warning before it runs out. */
import { Progress } from '@mantine/core';
import { IconAlertTriangleFilled } from '@tabler/icons-react';

import type { SystemStatus } from '#/contract/status.ts';

import { Bytes } from '../../components/bytes.tsx';
import { Section } from '../../components/section.tsx';
import { formatBytes, formatPercent } from '../../lib/format.ts';
import { isDiskLow } from './describe-system.ts';
import classes from './disk-panel.module.css';

export function DiskPanel({ disk }: { readonly disk: SystemStatus['disk'] }) {
  const usedPercent = disk.totalBytes > 0 ? 100 - (100 * disk.freeBytes) / disk.totalBytes : 0;
  const isLow = isDiskLow(disk);
  return (
    <Section title="Disk" aside={`${formatPercent(usedPercent)} used`}>
      <div className={classes.body}>
        <Progress.Root>
          {/* Told by the words below: the bar itself would read out a bare percentage. */}
          <Progress.Section
            value={usedPercent}
            color={isLow ? 'var(--gk-bad)' : 'var(--gk-accent)'}
            withAria={false}
          />
        </Progress.Root>
        <p className={classes.words}>
          <Bytes value={disk.freeBytes} /> free of <Bytes value={disk.totalBytes} />
        </p>
        {isLow ? (
          <p className={classes.warning}>
            <IconAlertTriangleFilled size={16} aria-hidden="true" />
            <span>Low: less than {formatBytes(disk.lowBytes)} is left. Free some space soon.</span>
          </p>
        ) : null}
      </div>
    </Section>
  );
}
