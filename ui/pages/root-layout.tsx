/** The frame around all pages, and the one place that keeps the system's status fresh. */
import { Outlet } from '@tanstack/react-router';

import { AppShell } from '../components/app-shell.tsx';
import { AreaNavigation } from '../features/areas/area-navigation.tsx';
import { ConnectionIndicator } from '../features/status/connection-indicator.tsx';
import { PracticeBanner } from '../features/status/practice-banner.tsx';
import { useStatusFeed } from '../features/status/status-query.ts';
import { VersionNotice } from '../features/status/version-notice.tsx';

export function RootLayout() {
  useStatusFeed();
  return (
    <AppShell navigation={<AreaNavigation />} indicator={<ConnectionIndicator />}>
      <VersionNotice />
      <PracticeBanner />
      <Outlet />
    </AppShell>
  );
}
