import {
  type Api,
  analyticsUsageApi,
  catalogApi,
  cmsApi,
  identityApi,
  libraryApi,
  type OperationsApi,
  operationsApi,
  paymentsApi,
  publishingApi,
  serviceNames,
  UserId,
  virtualRunApi,
} from '@satrangi/contracts';
import { type FakeAnswers, fakeServer, plays } from '@satrangi/contracts/testing';
import { ToastProvider } from '@satrangi/kit';
import { session } from '@satrangi/kit/browser/session';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { onTestFinished, vi } from 'vitest';
import { routes } from '../app/routes.tsx';
import { refusal } from '../lib/api.ts';
import { leave } from '../lib/leave.ts';
import { createQueryClient, followSession } from '../lib/query-client.ts';

export const KPIS = {
  activeUsers: 1284,
  conversionRate: 3.4,
  totalRevenue: 482350,
  paidOrders: 1170,
  virtualRegistrationsCount: 612,
  returningUsersRate: 41,
  avgTimeToPurchaseHours: 18.6,
  mediaBreakdown: { ebook: 61, magazine: 22 },
};

const AT = '2026-11-20T10:00:00.000Z';

type Fakes = {
  readonly identity?: FakeAnswers<typeof identityApi>;
  readonly analytics?: FakeAnswers<typeof analyticsUsageApi>;
  readonly catalog?: FakeAnswers<typeof catalogApi>;
  readonly library?: FakeAnswers<typeof libraryApi>;
  readonly payments?: FakeAnswers<typeof paymentsApi>;
  readonly cms?: FakeAnswers<typeof cmsApi>;
  readonly publishing?: FakeAnswers<typeof publishingApi>;
  readonly run?: FakeAnswers<typeof virtualRunApi>;
  /** Of one service. */
  readonly operations?: (service: string) => FakeAnswers<OperationsApi>;
};

export const aProfile = (role: 'USER' | 'ADMIN') => ({
  _id: UserId.parse('asha'),
  name: 'Asha',
  email: 'asha@example.org',
  phone: null,
  pronouns: null,
  bio: null,
  city: null,
  interests: [],
  country: 'IN',
  role,
  createdAt: AT,
  hasPassword: true,
  hasGoogle: false,
  pendingEmail: null,
});

const noOrders = { orders: [], total: 0, page: 1, pages: 0 };

/** Services in which nothing waits; `fakes` replaces single answers. */
const emptyResponses = (fakes: Fakes): ReturnType<typeof plays>[] => {
  const all: readonly (readonly [Api, object, object | undefined])[] = [
    [
      identityApi,
      {
        getProfile: () => aProfile('ADMIN'),
        listInvitations: () => ({ items: [] }),
        listUsers: () => ({
          items: [
            {
              _id: UserId.parse('asha'),
              name: 'Asha',
              email: null,
              role: 'ADMIN',
              createdAt: AT,
              revision: 'r1',
            },
          ],
          total: 1,
          nextCursor: null,
        }),
      },
      fakes.identity,
    ],
    [
      analyticsUsageApi,
      {
        getKpis: () => KPIS,
        listRecentEvents: () => [],
        listAudit: () => ({ items: [], total: 0, page: 1, pageSize: 50 }),
      },
      fakes.analytics,
    ],
    [paymentsApi, { searchOrders: () => noOrders }, fakes.payments],
    [
      catalogApi,
      {
        listEditorMedia: () => ({ items: [], total: 0, nextCursor: null }),
        getDriveAccount: () => ({ email: 'desk@house.example' }),
      },
      fakes.catalog,
    ],
    [libraryApi, { listManualGrants: () => [] }, fakes.library],
    [cmsApi, { listSends: () => [] }, fakes.cms],
    [
      publishingApi,
      { listSubmissions: () => ({ results: [], total: 0, page: 1, pageSize: 10 }) },
      fakes.publishing,
    ],
    [
      virtualRunApi,
      {
        getCounts: () => ({ total: 612, count: 612, raisedMinor: 250000, raised: 2500 }),
        listUnmatchedPayments: () => [],
      },
      fakes.run,
    ],
  ];
  return [
    ...all.map(([api, quiet, own]) => plays(api, { ...quiet, ...own })),
    ...serviceNames.map((name) =>
      plays(operationsApi(name), {
        listParked: () => ({ items: [], total: 0 }),
        listConnections: () => ({ items: [] }),
        ...fakes.operations?.(name),
      }),
    ),
  ];
};

/** Renders the back office at an address below /admin with fake services. `loggedIn: false`: without a token. */
export const openAdmin = (address: string, fakes: Fakes = {}, { loggedIn = true } = {}) => {
  history.replaceState(null, '', `/admin${address}`);
  const fetched = vi.fn(fakeServer(...emptyResponses(fakes)));
  vi.stubGlobal('fetch', fetched);
  const left = vi.spyOn(leave, 'to').mockImplementation(() => {});
  refusal.set(null);
  if (loggedIn) session.begin({ token: 'token-of-asha', userId: 'asha' });
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } });
  followSession(client);
  const router = createBrowserRouter(routes, { basename: '/admin' });
  // it follows the history of the window, which later tests use too
  onTestFinished(() => router.dispose());
  render(
    <QueryClientProvider client={client}>
      <ToastProvider>
        <RouterProvider router={router} />
      </ToastProvider>
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), client, fetched, left };
};
