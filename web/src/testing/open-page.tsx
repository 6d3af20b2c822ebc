import { fakeServer, type plays } from '@satrangi/contracts/testing';
import { ToastProvider } from '@satrangi/kit';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type Location, MemoryRouter, useLocation } from 'react-router-dom';
import { vi } from 'vitest';
import { Pages } from '../app/router.tsx';
import { createQueryClient } from '../lib/queries.ts';
import { session } from '../lib/session.ts';

let here: Location | undefined;

/** Tells the test where the reader is. */
function Here() {
  here = useLocation();
  return null;
}

type Played = ReturnType<typeof plays>;

/**
 * Opens a page of the shop at an address, over servers played from their contracts; `answer` answers every call instead.
 * @returns the reader's hands, the query client, what was fetched, and where the reader is
 */
export const openPage = (
  address: string,
  { as, server = [], answer }: { as?: string; server?: readonly Played[]; answer?: typeof fetch } = {},
) => {
  const fetched = vi.fn(answer ?? fakeServer(...server));
  vi.stubGlobal('fetch', fetched);
  if (as) session.begin({ token: `token-of-${as}`, userId: as });
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } });
  render(
    <QueryClientProvider client={client}>
      <ToastProvider>
        <MemoryRouter initialEntries={[address]}>
          <Pages />
          <Here />
        </MemoryRouter>
      </ToastProvider>
    </QueryClientProvider>,
  );
  return {
    user: userEvent.setup(),
    client,
    fetched,
    where: (): string => `${here?.pathname}${here?.search}`,
  };
};
