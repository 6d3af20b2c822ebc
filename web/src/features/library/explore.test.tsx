import { catalogApi, MediaId } from '@satrangi/contracts';
import { plays } from '@satrangi/contracts/testing';
import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { anEbook, emptyLists, onePage } from '../../testing/fixtures.ts';
import { openPage } from '../../testing/open-page.tsx';

/** The filters load when it resolves. */
const filters = vi.hoisted(() => Promise.withResolvers<void>());
vi.mock('./filtered-collection.tsx', async (importOriginal) => {
  await filters.promise;
  return importOriginal();
});

it('an open section and the focus stay when the filters arrive late', async () => {
  const books = Array.from({ length: 5 }, (_, index) =>
    anEbook({ _id: MediaId.parse(`book-${index}`), title: `Book ${index}` }),
  );
  const server = plays(catalogApi, {
    ...emptyLists,
    listEbooks: () => onePage(books),
    listFreeEbooks: () => ({ items: [] }),
  });
  const { user } = openPage('/digital-library', { server: [server] });
  const section = within(await screen.findByRole('region', { name: 'eBooks' }));
  const more = section.getByRole('button', { name: 'See More (2 more)' });
  await user.click(more);
  expect(screen.queryByRole('button', { name: 'Filters' })).toBeNull();

  filters.resolve();
  await screen.findByRole('button', { name: 'Filters' });

  expect(document.activeElement).toBe(more);
  expect(section.getAllByRole('article')).toHaveLength(5);
});
