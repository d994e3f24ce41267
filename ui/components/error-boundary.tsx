/** What is shown instead of a page that threw: the rest of the shell stays usable, and the person can pass on what happened. */
import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy, IconRefresh } from '@tabler/icons-react';
import { CatchBoundary } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import classes from './error-boundary.module.css';
import { PageHeader } from './page-header.tsx';

export function ErrorBoundary({ children }: { readonly children: ReactNode }) {
  return (
    <CatchBoundary getResetKey={() => 'never'} errorComponent={ErrorPage}>
      {children}
    </CatchBoundary>
  );
}

export function ErrorPage({ error }: { readonly error: unknown }) {
  const clipboard = useClipboard();
  const details = describeError(error);
  return (
    <div role="alert">
      <PageHeader title="This page broke">
        That is a fault in Gamekeeper, not in what you did. Reloading usually helps; if it does not, the
        details below say where to look.
      </PageHeader>
      <div className={classes.actions}>
        <Button
          leftSection={<IconRefresh size={16} aria-hidden="true" />}
          onClick={() => window.location.reload()}
        >
          Reload the page
        </Button>
        <Button
          variant="default"
          leftSection={
            clipboard.copied ? (
              <IconCheck size={16} aria-hidden="true" />
            ) : (
              <IconCopy size={16} aria-hidden="true" />
            )
          }
          onClick={() => clipboard.copy(details)}
        >
          {clipboard.copied ? 'Copied' : 'Copy details'}
        </Button>
      </div>
      <pre className={classes.details}>{details}</pre>
    </div>
  );
}

function describeError(error: unknown): string {
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return [
    `Gamekeeper ${import.meta.env.VITE_APP_VERSION} at ${window.location.href}`,
    new Date().toISOString(),
    window.navigator.userAgent,
    what,
  ].join('\n');
}
