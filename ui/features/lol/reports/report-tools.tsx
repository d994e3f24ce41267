/** What can be done with a report: print it, take it away, look at the others. Not on paper. */
import { Button } from '@mantine/core';
import { IconFileCode, IconFileText, IconPrinter } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

import type { LolReport } from '#/contract/lol-reports.ts';

import classes from './reports.module.css';

interface ReportToolsProps {
  readonly id: string;
  readonly subject: LolReport['subject'];
}

export function ReportTools({ id, subject }: ReportToolsProps) {
  return (
    <div className={classes.tools}>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconPrinter size={15} aria-hidden="true" />}
        onClick={() => window.print()}
      >
        Print
      </Button>
      <Button
        component="a"
        href={`/api/lol/reports/${id}.html?download=1`}
        variant="default"
        size="compact-sm"
        leftSection={<IconFileText size={15} aria-hidden="true" />}
      >
        Save as HTML
      </Button>
      <Button
        component="a"
        href={`/api/lol/reports/${id}.json`}
        variant="default"
        size="compact-sm"
        leftSection={<IconFileCode size={15} aria-hidden="true" />}
      >
        Save as JSON
      </Button>
      <Link to="/players/reports" search={{ subject: subject.id }}>
        All reports of {subject.name}
      </Link>
    </div>
  );
}
