import { type Filling, gatewayApi } from '@satrangi/contracts';
import { fakeServer, plays } from '@satrangi/contracts/testing';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createQueryClient } from '../lib/queries.ts';
import { FillingStrip } from './filling-strip.tsx';

const open = (answers: (Filling | undefined)[]) => {
  const readyz = () => {
    const filling = answers.length > 1 ? answers.shift() : answers[0];
    return { ok: true, services: {}, ...(filling && { filling }) };
  };
  vi.stubGlobal('fetch', vi.fn(fakeServer(plays(gatewayApi, { readyz }))));
  const client = createQueryClient();
  const asked = vi.spyOn(client, 'invalidateQueries');
  render(
    <QueryClientProvider client={client}>
      <FillingStrip />
    </QueryClientProvider>,
  );
  return asked;
};

it('says that titles still arrive and how many there are, until all are there, by itself', async () => {
  const asked = open([{ done: 3, total: 54 }, { done: 20, total: 54 }, undefined]);

  expect(await screen.findByText('Titles are still arriving.')).toBeTruthy();
  expect(screen.getByText('3 of 54 are here.')).toBeTruthy();
  await waitFor(() => expect(screen.getByText('20 of 54 are here.')).toBeTruthy(), { timeout: 5_000 });
  await waitFor(() => expect(screen.queryByText('Titles are still arriving.')).toBeNull(), {
    timeout: 5_000,
  });
  expect(asked).toHaveBeenCalledWith({ queryKey: ['catalog'] });
});

it('says nothing when the shop is full', async () => {
  const asked = open([undefined]);

  await waitFor(() => expect(fetch).toHaveBeenCalledTimes(1));
  expect(screen.queryByText('Titles are still arriving.')).toBeNull();
  expect(asked).not.toHaveBeenCalled();
});
