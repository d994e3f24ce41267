/** Every address of the page, what it shows and what it may carry. Pages other than the first are fetched when they are wanted. */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';

import { ErrorPage } from './components/error-boundary.tsx';
import { PageSkeleton } from './components/skeletons.tsx';
import { readStatusSearch } from './features/status/status-search.ts';
import { readTftSearch } from './features/tft/explore/tft-search.ts';
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
    validateSearch: readTftSearch,
    component: lazyRouteComponent(() => import('./pages/tft-page.tsx'), 'TftPage'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/tft/units/$id',
    validateSearch: readTftSearch,
    component: lazyRouteComponent(() => import('./pages/tft-unit-page.tsx'), 'TftUnitPage'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/tft/items/$id',
    validateSearch: readTftSearch,
    component: lazyRouteComponent(() => import('./pages/tft-item-page.tsx'), 'TftItemPage'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/tft/traits/$id',
    validateSearch: readTftSearch,
    component: lazyRouteComponent(() => import('./pages/tft-trait-page.tsx'), 'TftTraitPage'),
  }),
  createRoute({
    getParentRoute: at,
    path: '/tft/compositions/$key',
    validateSearch: readTftSearch,
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
    path: '/football',
    component: lazyRouteComponent(() => import('./pages/football-page.tsx'), 'FootballPage'),
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
