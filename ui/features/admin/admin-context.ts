/** What features may know of the admin of this tab. */
import { createContext, useContext } from 'react';

export interface AdminAccess {
  /** Null: nobody is signed in. */
  readonly token: string | null;
  /** Runs at once for whoever is signed in, and after signing in for others. */
  readonly withToken: (run: (token: string) => void) => void;
  readonly signIn: () => void;
  readonly signOut: () => void;
}

export const AdminContext = createContext<AdminAccess | null>(null);

export function useAdmin(): AdminAccess {
  const access = useContext(AdminContext);
  if (!access)
    throw new Error('useAdmin was called outside of AdminGate; root-layout.tsx puts it around all pages');
  return access;
}
