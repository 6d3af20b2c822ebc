import { fakeServer, type plays } from '@satrangi/contracts/testing';
import { ToastProvider } from '@satrangi/kit';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import {
  type Location,
  MemoryRouter,
  type NavigateFunction,
  useLocation,
  useNavigate,
} from 'react-router-dom';
import { vi } from 'vitest';
import { Pages } from '../app/router.tsx';
import { createQueryClient } from '../lib/query-client.ts';
import { session } from '../lib/session.ts';

let current: Location | undefined;
let goTo: NavigateFunction | undefined;

/** Exposes the current location to the test, and the way back. */
function LocationProbe() {
  current = useLocation();
  goTo = useNavigate();
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
  const { unmount } = render(
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
    unmount,
    /** Reloads what the page shows while no request is answered. */
    reloadOffline: (): Promise<void> => {
      fetched.mockRejectedValue(new TypeError('offline'));
      return act(async () => {
        await client.invalidateQueries();
        // the page is told in a task of its own
        await new Promise((resolve) => setTimeout(resolve));
      });
    },
    goBack: (): Promise<void> => act(async () => goTo?.(-1)),
  };
};
