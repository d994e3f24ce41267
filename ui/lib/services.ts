/** What pages need from outside React, made once in main.tsx and handed down by context. */
import { createContext, useContext } from 'react';

import type { ApiClient } from './api-client.ts';
import type { LiveClient } from './live-client.ts';
import type { ServerClock } from './server-clock.ts';

export interface Services {
  readonly api: ApiClient;
  readonly live: LiveClient;
  readonly clock: ServerClock;
}

export const ServicesContext = createContext<Services | null>(null);

export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (!services) throw new Error('useServices was called outside of ServicesContext; main.tsx provides it');
  return services;
}
