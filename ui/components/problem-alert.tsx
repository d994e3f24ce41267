/** A failed call, said to a person: what, why, the id to look for in the server log, and a way to try again. */
import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';

import { useState } from 'react';

import { ApiProblem } from '../lib/api-problem.ts';
import classes from './problem-alert.module.css';

interface ProblemAlertProps {
  readonly error: Error;
  readonly onRetry: () => Promise<void>;
}

export function ProblemAlert({ error, onRetry }: ProblemAlertProps) {
  const { title, detail, requestId } = error instanceof ApiProblem ? error : describeBug(error);
  const [isTrying, setIsTrying] = useState(false);
  // Never disabled meanwhile: a disabled button loses the keyboard's focus.
  const retry = async () => {
    setIsTrying(true);
    await onRetry();
    setIsTrying(false);
  };
  return (
    <Alert
      className={classes.alert}
      title={title}
      icon={<IconAlertTriangle aria-hidden="true" />}
      variant="outline"
      color="var(--gk-bad)"
    >
      {detail ? <p>{detail}</p> : null}
      {requestId ? (
        <p className={classes.request}>
          Request <code>{requestId}</code> in the server log
        </p>
      ) : null}
      <Button
        className={classes.retry}
        variant="default"
        size="compact-sm"
        leftSection={<IconRefresh size={16} aria-hidden="true" />}
        onClick={() => void retry()}
      >
        {isTrying ? 'Trying…' : 'Try again'}
      </Button>
    </Alert>
  );
}

function describeBug(error: Error) {
  return { title: 'Something went wrong in this page', detail: error.message, requestId: undefined };
}
