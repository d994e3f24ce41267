/** Starts the page: makes everything that lives outside React once, and hands it down. */
import './base.css';

import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { ErrorBoundary } from './components/error-boundary.tsx';
import { createApiClient } from './lib/api-client.ts';
import { askAgainDelay, shouldAskAgain } from './lib/asking-again.ts';
import { colourSchemeManager } from './lib/colour-scheme.ts';
import { checkAnswer } from './lib/contract-check.ts';
import { createLiveClient } from './lib/live-client.ts';
import { createPagePresence } from './lib/page-presence.ts';
import { createServerClock } from './lib/server-clock.ts';
import { ServicesContext, type Services } from './lib/services.ts';
import { createRealTimers } from './lib/timers.ts';
import { createPageRouter } from './router.tsx';
import { cssVariables, theme } from './theme.ts';

function createServices(): Services {
  const timers = createRealTimers();
  return {
    api: createApiClient({ fetch: window.fetch.bind(window), check: checkAnswer }),
    live: createLiveClient({
      url: new URL('/api/live', window.location.href.replace(/^http/, 'ws')).href,
      openSocket: (url) => new WebSocket(url),
      timers,
      random: Math.random,
      presence: createPagePresence(document, window),
      // An uncaught error in the console: nobody can act on it in the page, and nothing of it is lost for who looks.
      onFault: (fault) => window.reportError(new Error(fault)),
    }),
    clock: createServerClock(timers),
  };
}

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: shouldAskAgain,
        retryDelay: askAgainDelay,
        // The browser calls itself offline without a network, while Gamekeeper on loopback still answers.
        networkMode: 'always',
      },
    },
  });
}

function start(root: HTMLElement): void {
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        colorSchemeManager={colourSchemeManager}
        defaultColorScheme="auto"
      >
        <ErrorBoundary>
          <ServicesContext value={createServices()}>
            <QueryClientProvider client={createQueryClient()}>
              <RouterProvider router={createPageRouter()} />
            </QueryClientProvider>
          </ServicesContext>
        </ErrorBoundary>
      </MantineProvider>
    </StrictMode>,
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root"');
start(root);
