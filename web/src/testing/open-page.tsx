import { fakeServer, type plays } from '@satrangi/contracts/testing';
import { ToastProvider } from '@satrangi/kit';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { vi } from 'vitest';
import { createRoutes } from '../app/router.tsx';
import { createQueryClient } from '../lib/queries.ts';
import { session } from '../lib/session.ts';

type Played = ReturnType<typeof plays>;

/**
 * Opens a page of the shop at an address, over servers played from their contracts.
 * @returns the reader's hands, the query client and the router, to see where the reader is
 */
export const openPage = (
  address: string,
  { as, server = [] }: { as?: string; server?: readonly Played[] } = {},
) => {
  const fetched = vi.fn(fakeServer(...server));
  vi.stubGlobal('fetch', fetched);
  if (as) session.begin({ token: `token-of-${as}`, userId: as });
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } });
  const router = createMemoryRouter(createRoutes(client), { initialEntries: [address] });
  render(
    <QueryClientProvider client={client}>
      <ToastProvider>
        <RouterProvider router={router} />
      </ToastProvider>
    </QueryClientProvider>,
  );
  return {
    user: userEvent.setup(),
    client,
    router,
    fetched,
    where: (): string => router.state.location.pathname + router.state.location.search,
  };
};
