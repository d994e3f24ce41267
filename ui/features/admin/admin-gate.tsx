/**
 * Stands around all pages: knows the admin token of this tab, and asks for it when somebody without one wants to change something. What
 * they wanted is then done, so that nobody has to press twice. The dialog is fetched when it is first needed.
 */
import { lazy, Suspense, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';

import { AdminContext, type AdminAccess } from './admin-context.ts';
import { createAdminTokenHolder } from './admin-token.ts';

type Wish = (token: string) => void;

const SignInDialog = lazy(async () => ({ default: (await import('./sign-in-dialog.tsx')).SignInDialog }));

export function AdminGate({ children }: { readonly children: ReactNode }) {
  const [holder] = useState(() => createAdminTokenHolder(() => window.sessionStorage));
  const token = useSyncExternalStore(holder.onChange, holder.current);
  const [wish, setWish] = useState<Wish | null>(null);
  const access = useMemo((): AdminAccess => {
    const withToken = (run: Wish) => {
      const held = holder.current();
      if (held === null) setWish(() => run);
      else run(held);
    };
    return {
      token,
      withToken,
      signIn: () => withToken(() => undefined),
      signOut: () => holder.keep(null),
    };
  }, [holder, token]);
  const takeToken = (checked: string) => {
    holder.keep(checked);
    setWish(null);
    wish?.(checked);
  };
  return (
    <AdminContext value={access}>
      {children}
      {wish === null ? null : (
        <Suspense>
          <SignInDialog onToken={takeToken} onClose={() => setWish(null)} />
        </Suspense>
      )}
    </AdminContext>
  );
}
