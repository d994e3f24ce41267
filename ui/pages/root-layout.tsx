/** The frame around all pages, and the one place that keeps the system's status fresh. */
import { Outlet } from '@tanstack/react-router';

import { AppShell } from '../components/app-shell.tsx';
import { AdminGate } from '../features/admin/admin-gate.tsx';
import { AdminIndicator } from '../features/admin/admin-indicator.tsx';
import { AreaNavigation } from '../features/areas/area-navigation.tsx';
import { OperationsLink } from '../features/operations/operations-link.tsx';
import { ConnectionIndicator } from '../features/status/connection-indicator.tsx';
import { PracticeBanner } from '../features/status/practice-banner.tsx';
import { useStatusFeed } from '../features/status/status-query.ts';
import { VersionNotice } from '../features/status/version-notice.tsx';

export function RootLayout() {
  useStatusFeed();
  return (
    <AdminGate>
      <AppShell
        navigation={<AreaNavigation />}
        indicator={
          <>
            <OperationsLink />
            <AdminIndicator />
            <ConnectionIndicator />
          </>
        }
      >
        <VersionNotice />
        <PracticeBanner />
        <Outlet />
      </AppShell>
    </AdminGate>
  );
}
