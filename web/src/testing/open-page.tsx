import { fakeServer, type plays } from '@satrangi/contracts/testing';
import { ToastProvider } from '@satrangi/kit';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type Location, MemoryRouter, useLocation } from 'react-router-dom';
import { vi } from 'vitest';
import { Pages } from '../app/router.tsx';
import { createQueryClient } from '../lib/query-client.ts';
import { session } from '../lib/session.ts';

let current: Location | undefined;

/** Exposes the current location to the test. */
function LocationProbe() {
  current = useLocation();
  return null;
}

type FakeApi = ReturnType<typeof plays>;

/**
 * Renders the site at an address with fake APIs; `respond` replaces all of them.
 * @returns the user, the query client, the fetch mock and the current address
 */
export const openPage = (
  address: string,
  {
    userId,
    server = [],
    respond,
  }: { userId?: string; server?: readonly FakeApi[]; respond?: typeof fetch } = {},
) => {
  const fetched = vi.fn(respond ?? fakeServer(...server));
  vi.stubGlobal('fetch', fetched);
  if (userId) session.begin({ token: `token-of-${userId}`, userId });
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } });
  render(
    <QueryClientProvider client={client}>
      <ToastProvider>
        <MemoryRouter initialEntries={[address]}>
          <Pages />
          <LocationProbe />
        </MemoryRouter>
      </ToastProvider>
    </QueryClientProvider>,
  );
  return {
    user: userEvent.setup(),
    client,
    fetched,
    where: (): string => `${current?.pathname}${current?.search}`,
    hash: (): string => current?.hash ?? '',
  };
};
