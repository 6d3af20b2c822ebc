import { gatewayApi } from '@satrangi/contracts';
import { FakeProblem, fakeServer, plays } from '@satrangi/contracts/testing';
import { priceText } from '@satrangi/kit';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { Price } from './price.tsx';
import { createQueryClient } from './query-client.ts';

const book = { priceINR: 249, priceUSD: 2.83, isFree: false };

const show = (geo: () => { country_code: string } | Promise<{ country_code: string }>) => {
  vi.stubGlobal('fetch', fakeServer(plays(gatewayApi, { geo })));
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Price of={book} />
    </QueryClientProvider>,
  );
};

describe('a price', () => {
  it.each([
    ['rupees in India', 'IN', '₹249'],
    ['dollars elsewhere', 'DE', '$2.83'],
  ])('is in %s', async (_, country_code, text) => {
    show(() => ({ country_code }));
    await waitFor(() => expect(screen.getByText(text).style.visibility).toBe(''));
  });

  it('keeps its place and shows nothing until the country is known', async () => {
    const { promise, resolve } = Promise.withResolvers<{ country_code: string }>();
    show(() => promise);
    expect(screen.getByText('₹249').style.visibility).toBe('hidden');
    resolve({ country_code: 'US' });
    await waitFor(() => expect(screen.getByText('$2.83').style.visibility).toBe(''));
  });

  it('is in rupees when the country cannot be found out', async () => {
    show(() => {
      throw new FakeProblem('unavailable', 'Not available right now');
    });
    await waitFor(() => expect(screen.getByText('₹249').style.visibility).toBe(''));
  });
});

describe('price text', () => {
  it.each([
    [{ ...book, isFree: true }, 'USD', 'Free'],
    [{ ...book, priceUSD: null }, 'USD', '₹249'],
    [{ ...book, priceINR: null }, 'INR', '$2.83'],
    [{ ...book, priceINR: null, priceUSD: null }, 'USD', 'Price not available'],
  ] as const)('depends on which prices exist', (priced, currency, text) => {
    expect(priceText(priced, currency)).toBe(text);
  });
});
