/** To take away: what is shown as CSV or JSON, and the link to it. */
import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconDownload, IconLink } from '@tabler/icons-react';

import { printQuestion } from '#/domain/tft/explore/question-text.ts';
import type { Question } from '#/domain/tft/explore/question.ts';

import classes from './table-tools.module.css';
import { SavedViewsMenu } from './saved-views-menu.tsx';

export function AnswerTools({ question }: { readonly question: Question }) {
  const clipboard = useClipboard({ timeout: 2_000 });
  const text = printQuestion(question);
  const behind = text === '' ? '' : `?${text}`;
  return (
    <div className={classes.tools}>
      <SavedViewsMenu text={text} />
      <Button
        variant="default"
        size="compact-sm"
        leftSection={
          clipboard.copied ? (
            <IconCheck size={15} aria-hidden="true" />
          ) : (
            <IconLink size={15} aria-hidden="true" />
          )
        }
        onClick={() => clipboard.copy(new URL(`/tft${behind}`, window.location.href).href)}
      >
        {clipboard.copied ? 'Copied' : 'Copy link'}
      </Button>
      <Button
        component="a"
        variant="default"
        size="compact-sm"
        href={`/api/tft/explore.csv${behind}`}
        download
        leftSection={<IconDownload size={15} aria-hidden="true" />}
      >
        CSV
      </Button>
      <Button
        component="a"
        variant="default"
        size="compact-sm"
        href={`/api/tft/explore${behind}`}
        target="_blank"
      >
        JSON
      </Button>
    </div>
  );
}
