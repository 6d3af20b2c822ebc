import { catalogApi } from '@satrangi/contracts';
import { plays } from '@satrangi/contracts/testing';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { anEbook, aStory, emptyLists, onePage } from '../../testing/fixtures.ts';
import { openPage } from '../../testing/open-page.tsx';

it('is filtered by the address, and shows everything again without the filter', async () => {
  const onQuery = vi.fn();
  const facets = {
    mediaType: [],
    language: [],
    genre: [],
    length: [],
    maxPriceINR: [],
    format: [],
    free: 0,
  };
  const story = aStory({ language: 'hi' });
  const server = plays(catalogApi, {
    ...emptyLists,
    listEbooks: () => onePage([anEbook()]),
    searchByKind: ({ query }) => {
      onQuery(query);
      const kinds = [{ mediaType: 'audiostory' as const, total: 1, items: [story] }];
      return { total: 1, isApproximate: false, kinds, creators: [], series: [], facets };
    },
  });
  const { user, where } = openPage('/digital-library?language=hi', { server: [server] });
  await screen.findByRole('region', { name: 'Audio Stories' });
  expect(onQuery).toHaveBeenLastCalledWith({ language: 'hi', page: 'Digital Library' });
  expect(screen.queryByRole('region', { name: 'eBooks' })).toBeNull();

  await user.click(screen.getByRole('button', { name: /Hindi/ }));

  await screen.findByRole('region', { name: 'eBooks' });
  expect(where()).toBe('/digital-library');
});
