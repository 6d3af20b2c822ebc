import { type Filling, gatewayApi } from '@satrangi/contracts';
import { fakeServer, plays } from '@satrangi/contracts/testing';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createQueryClient } from '../lib/query-client.ts';
import { SeedingBanner } from './seeding-banner.tsx';

const renderBanner = (responses: (Filling | undefined)[]) => {
  const readyz = () => {
    const filling = responses.length > 1 ? responses.shift() : responses[0];
    return { ok: true, services: {}, ...(filling && { filling }) };
  };
  vi.stubGlobal('fetch', vi.fn(fakeServer(plays(gatewayApi, { readyz }))));
  const client = createQueryClient();
  const invalidated = vi.spyOn(client, 'invalidateQueries');
  render(
    <QueryClientProvider client={client}>
      <SeedingBanner />
    </QueryClientProvider>,
  );
  return invalidated;
};

it('shows how many titles have been imported until all are, by polling', async () => {
  const invalidated = renderBanner([{ done: 3, total: 54 }, { done: 20, total: 54 }, undefined]);

  expect(await screen.findByText('Titles are still arriving.')).toBeTruthy();
  expect(screen.getByText('3 of 54 are here.')).toBeTruthy();
  await waitFor(() => expect(screen.getByText('20 of 54 are here.')).toBeTruthy(), { timeout: 5_000 });
  await waitFor(() => expect(screen.queryByText('Titles are still arriving.')).toBeNull(), {
    timeout: 5_000,
  });
  expect(invalidated).toHaveBeenCalledWith({ queryKey: ['catalog'] });
});

it('shows nothing after the import', async () => {
  const invalidated = renderBanner([undefined]);

  await waitFor(() => expect(fetch).toHaveBeenCalledTimes(1));
  expect(screen.queryByText('Titles are still arriving.')).toBeNull();
  expect(invalidated).not.toHaveBeenCalled();
});
