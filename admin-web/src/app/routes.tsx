import type { RouteObject } from 'react-router-dom';
import { BackOffice } from './back-office.tsx';

/** The addresses below /admin. An invitation is opened by a person who is not an admin yet. */
export const routes: RouteObject[] = [
  {
    path: '/invitation',
    lazy: async () => ({ Component: (await import('../features/invitation/invitation.tsx')).Invitation }),
  },
  { path: '*', element: <BackOffice /> },
];
