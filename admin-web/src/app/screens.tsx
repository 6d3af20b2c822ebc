import { type ComponentType, lazy } from 'react';
import type { TabName } from '../lib/tabs.ts';

export type Screen = { readonly label: string; readonly Page: ComponentType };

/** Screens without a tab of their own, by the tab and the `open=` of their address. */
const screens: Readonly<Record<string, Screen>> = {
  'dashboard audit': {
    label: 'Audit log',
    Page: lazy(async () => ({ default: (await import('../features/system/audit-log.tsx')).AuditLog })),
  },
  'dashboard connections': {
    label: 'Connections',
    Page: lazy(async () => ({ default: (await import('../features/system/connections.tsx')).Connections })),
  },
  'dashboard parked': {
    label: 'Parked messages',
    Page: lazy(async () => ({
      default: (await import('../features/system/parked-messages.tsx')).ParkedMessages,
    })),
  },
};

export const screenOf = (tab: TabName, open: string | null): Screen | undefined => screens[`${tab} ${open}`];
