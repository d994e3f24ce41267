/** Every address of the page, what it shows and what it may carry. Pages other than the first are fetched when they are wanted. */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';

import { ErrorPage } from './components/error-boundary.tsx';
import { PageSkeleton } from './components/skeletons.tsx';
import { readFixtureSearch, readFootballSearch } from './features/football/day/day-address.ts';
import { readJobsSearch } from './features/jobs/jobs-search.ts';
import { readReportsSearch } from './features/lol/reports/reports-search.ts';
import {
  readActionsSearch,
  readHistorySearch,
  readQuarantineSearch,
} from './features/operations/operations-search.ts';
import { readStatusSearch } from './features/status/status-search.ts';
import { readFlatSearch } from './lib/flat-search.ts';
import { readSearchText, writeSearchText } from './lib/search-text.ts';
import { HomePage } from './pages/home-page.tsx';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { RootLayout } from './pages/root-layout.tsx';

const rootRoute = createRootRoute({ component: RootLayout });
const at = () => rootRoute;

const routes = rootRoute.addChildren([
  createRoute({ getParentRoute: at, path: '/', component: HomePage }),
  createRoute({
    getParentRoute: at,
    path: '/status',
    validateSearch: readStatusSearch,
    component: lazyRouteComponent(() => import('./pages/status-page.tsx'), 'StatusPage'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/tft',
    validateSearch: readFlatSearch,
    component: lazyRouteComponent(() => import('./pages/tft-page.tsx'), 'TftPage'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/tft/units/$id',
    validateSearch: readFlatSearch,
    component: lazyRouteComponent(() => import('./pages/tft-unit-page.tsx'), 'TftUnitPage'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/tft/items/$id',
    validateSearch: readFlatSearch,
    component: lazyRouteComponent(() => import('./pages/tft-item-page.tsx'), 'TftItemPage'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/tft/traits/$id',
    validateSearch: readFlatSearch,
    component: lazyRouteComponent(() => import('./pages/tft-trait-page.tsx'), 'TftTraitPage'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/tft/compositions/$key',
    validateSearch: readFlatSearch,
    component: lazyRouteComponent(() => import('./pages/tft-composition-page.tsx'), 'TftCompositionPage'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/tft/matches/$id',
    component: lazyRouteComponent(() => import('./pages/tft-match-page.tsx'), 'TftMatchPage'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/players',
    component: lazyRouteComponent(() => import('./pages/players-page.tsx'), 'PlayersPage'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/players/$gameName/$tagLine',
    validateSearch: readFlatSearch,
    component: lazyRouteComponent(() => import('./pages/lol-player-page.tsx'), 'LolPlayerPage'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/players/accounts',
    component: lazyRouteComponent(() => import('./pages/lol-accounts-page.tsx'), 'LolAccountsPage'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/players/tracked',
    component: lazyRouteComponent(() => import('./pages/lol-tracked-page.tsx'), 'LolTrackedPage'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/players/reports',
    validateSearch: readReportsSearch,
    component: lazyRouteComponent(() => import('./pages/lol-reports-page.tsx'), 'LolReportsPage'),
  }),
  // Four parts, because a player may be called "reports": /players/reports/EUW is theirs.
  createRoute({
    getParentRoute: at,
    path: '/players/reports/week/$id',
    component: lazyRouteComponent(() => import('./pages/lol-report-page.tsx'), 'LolReportPage'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/status/jobs',
    validateSearch: readJobsSearch,
    component: lazyRouteComponent(() => import('./pages/jobs-page.tsx'), 'JobsPage'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/status/operations',
    validateSearch: readHistorySearch,
    component: lazyRouteComponent(() => import('./pages/operations-page.tsx'), 'OperationsPage'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/status/operations/failures',
    component: lazyRouteComponent(
      () => import('./pages/operations-failures-page.tsx'),
      'OperationsFailuresPage',
    ),
  }),
  createRoute({
    getParentRoute: at,
    path: '/status/operations/quarantine',
    validateSearch: readQuarantineSearch,
    component: lazyRouteComponent(
      () => import('./pages/operations-quarantine-page.tsx'),
      'OperationsQuarantinePage',
    ),
  }),
  createRoute({
    getParentRoute: at,
    path: '/status/operations/quarantine/$source/$kind/$id',
    component: lazyRouteComponent(() => import('./pages/operations-body-page.tsx'), 'OperationsBodyPage'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/status/operations/storage',
    component: lazyRouteComponent(
      () => import('./pages/operations-storage-page.tsx'),
      'OperationsStoragePage',
    ),
  }),
  createRoute({
    getParentRoute: at,
    path: '/status/operations/drills',
    component: lazyRouteComponent(() => import('./pages/operations-drills-page.tsx'), 'OperationsDrillsPage'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/status/operations/actions',
    validateSearch: readActionsSearch,
    component: lazyRouteComponent(
      () => import('./pages/operations-actions-page.tsx'),
      'OperationsActionsPage',
    ),
  }),
  createRoute({
    getParentRoute: at,
    path: '/football',
    validateSearch: readFootballSearch,
    component: lazyRouteComponent(() => import('./pages/football-page.tsx'), 'FootballPage'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/football/fixtures/$id',
    validateSearch: readFixtureSearch,
    component: lazyRouteComponent(() => import('./pages/football-fixture-page.tsx'), 'FootballFixturePage'),
  }),
]);

export function createPageRouter() {
  return createRouter({
    routeTree: routes,
    parseSearch: readSearchText,
    stringifySearch: writeSearchText,
    defaultPreload: 'intent',
    // A page that is there within this time shows no skeleton: a flash of one is worse than none.
    defaultPendingMs: 150,
    defaultPendingMinMs: 200,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPageRouter>;
  }
}
