/** Why a change was not made, beside the control that asked for it. Read out at once. */
import { IconAlertTriangle } from '@tabler/icons-react';

import { ApiProblem } from '../../lib/api-problem.ts';
import classes from './change-problem.module.css';

export function ChangeProblem({ error }: { readonly error: Error }) {
  const { title, detail, requestId } =
    error instanceof ApiProblem
      ? error
      : { title: 'Something went wrong in this page', detail: error.message, requestId: undefined };
  return (
    <div
      role="alert"
      className={classes.problem}
      title={requestId ? `Request ${requestId} in the server log` : undefined}
    >
      <IconAlertTriangle size={16} aria-hidden="true" />
      <span>{detail ?? title}</span>
    </div>
  );
}
