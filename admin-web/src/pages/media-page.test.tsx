import { FakeProblem } from '@satrangi/contracts/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { books, ifMatchOf, item, listOf, rowOf, shelf } from '../testing/media-fixture.ts';
import { openAdmin } from '../testing/open-admin.tsx';

describe('Media, the list (ADM-06)', () => {
  it('has its columns; views, filters, search, order and page are in the address and in the query', async () => {
    const queries: Record<string, unknown>[] = [];
    const counted: unknown[] = [];
    const { user } = openAdmin('/?tab=media', {
      catalog: {
        listEditorMedia: ({ query }) => {
          if (query.limit > 1) queries.push(query);
          else counted.push(query);
          return { items: books, total: 45, nextCursor: null };
        },
      },
    });
    await screen.findByRole('button', { name: 'Book one' });
    expect(
      screen
        .getAllByRole('columnheader')
        .slice(1)
        .map(({ textContent }) => textContent),
    ).toEqual(['Title', 'Creator', 'Type', 'Price', 'Media', 'Location', 'Preview', 'Featured', 'Actions']);
    expect(queries.at(-1)).toMatchObject({ limit: 20, offset: 0 });
    expect(counted).toHaveLength(3);

    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(location.search).toBe('?tab=media&page=2');
    await waitFor(() => expect(queries.at(-1)).toMatchObject({ offset: 20 }));
    await user.click(screen.getByRole('button', { name: 'Price' }));
    await waitFor(() => expect(queries.at(-1)).toMatchObject({ sort: 'price', offset: 0 }));
    await user.selectOptions(screen.getByLabelText('Collection'), 'Archives');
    await waitFor(() => expect(queries.at(-1)).toMatchObject({ page: 'Archives' }));
    await user.selectOptions(screen.getByLabelText('Price'), 'Free');
    await waitFor(() => expect(queries.at(-1)).toMatchObject({ free: true }));
    await user.type(screen.getByRole('searchbox'), 'monsoon{Enter}');
    await waitFor(() => expect(queries.at(-1)).toMatchObject({ q: 'monsoon' }));
    expect(location.search).toContain('q=monsoon');

    const views = within(screen.getByRole('navigation', { name: 'Views' }));
    expect(await views.findByText('45 of 3')).toBeTruthy();
    const expected: readonly (readonly [RegExp, object])[] = [
      [/^Short films/, { mediaType: 'short-film' }],
      [/^Oral histories/, { mediaType: 'oral-history' }],
      [/^Featured/, { featured: true }],
      [/^Link problems/, { driveState: 'problem' }],
      [/^Not for sale/, { forSale: false }],
    ];
    for (const [name, query] of expected) {
      await user.click(views.getByRole('link', { name }));
      await waitFor(() => expect(queries.at(-1)).toMatchObject(query));
    }
    expect(location.search).toBe('?tab=media&view=unsold');
  });

  it('tab=ebooks sets the type to eBook (ADM-01)', async () => {
    const queries: Record<string, unknown>[] = [];
    openAdmin('/?tab=ebooks', {
      catalog: {
        listEditorMedia: ({ query }) => {
          if (query.limit > 1) queries.push(query);
          return listOf(books);
        },
      },
    });
    await screen.findByRole('button', { name: 'Book one' });
    expect(queries.every(({ mediaType }) => mediaType === 'ebook')).toBe(true);
    expect(location.search).toBe('?tab=media&view=ebook');
  });

  it('shows the state of files, prices and places in words', async () => {
    openAdmin('/?tab=media', {
      catalog: {
        listEditorMedia: () =>
          listOf([
            item('one', { driveState: 'no-access', collection: 'archives', isFree: true }),
            item('two', {
              fileStore: 'disk',
              previewUrl: '/api/ebooks/two/preview-limited',
              previewPages: 12,
            }),
            item('three', { priceINR: null }),
          ]),
      },
    });
    await screen.findByRole('button', { name: 'Book one' });
    const words = (title: string) => screen.getByRole('row', { name: new RegExp(title) }).textContent ?? '';
    expect(words('Book one')).toMatch(/Free.*No access.*Archives/);
    expect(words('Book two')).toMatch(/₹180.*Uploaded.*Library.*12 pp/);
    expect(words('Book three')).toMatch(/–.*No file/);
  });

  it('that could not be loaded shows a sentence, keeps its head, and is asked again (ADM-14)', async () => {
    let isDown = true;
    const { user } = openAdmin('/?tab=media', {
      catalog: {
        listEditorMedia: () => {
          if (isDown) throw new FakeProblem('unavailable', 'Not now');
          return listOf([]);
        },
      },
    });
    expect(await screen.findByText('Failed to load media')).toBeTruthy();
    expect(screen.getAllByRole('columnheader').length).toBe(10);
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Nothing here yet.')).toBeTruthy();
  });
});

describe('deleting (ADM-07)', () => {
  it('asks with the name, and can be undone', async () => {
    const { answers, stored } = shelf();
    const { user } = openAdmin('/?tab=media', {
      catalog: {
        ...answers,
        deleteEbook: ({ params }) => {
          stored.delete(params.id);
          return { ok: true };
        },
        restoreEbook: ({ params }) => {
          const back = item(params.id);
          stored.set(params.id, back);
          return back;
        },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Delete Book one' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete ‘Book one’?' }));
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(stored.size).toBe(3);
    await user.click(screen.getByRole('button', { name: 'Delete Book one' }));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Book one' })).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('button', { name: 'Book one' })).toBeTruthy();
  });

  it('that failed shows a sentence and keeps the row (ADM-14)', async () => {
    const { answers } = shelf();
    const { user } = openAdmin('/?tab=media', {
      catalog: {
        ...answers,
        deleteEbook: () => {
          throw new FakeProblem('unavailable', 'Not now');
        },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Delete Book one' }));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Failed to delete media item')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(rowOf('Book one')).toBeTruthy();
  });
});

describe('bulk actions', () => {
  it('set the price of the chosen rows, each with its own revision', async () => {
    const { answers, sent } = shelf();
    const { user, fetched } = openAdmin('/?tab=media', { catalog: answers });
    await user.click(await screen.findByRole('checkbox', { name: 'Select Book one' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select Book three' }));
    await user.click(screen.getByRole('button', { name: 'Set price' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Set the price of 2 items' }));
    await user.type(dialog.getByLabelText('Price in rupees'), 'free');
    await user.click(dialog.getByRole('button', { name: 'Apply' }));
    expect(dialog.getByText('Price must be a number of at least 0')).toBeTruthy();
    await user.clear(dialog.getByLabelText('Price in rupees'));
    await user.type(dialog.getByLabelText('Price in rupees'), '0');
    await user.click(dialog.getByRole('button', { name: 'Apply' }));
    expect(await screen.findByText('2 done, 0 refused, 0 left')).toBeTruthy();
    expect(sent.map(({ id, body }) => [id, body.priceINR]).sort()).toEqual([
      ['one', 0],
      ['three', 0],
    ]);
    expect(ifMatchOf(fetched, 'PUT')).toMatch(/^"revision-(one|three)"$/);
  });
});

describe('Deleted items', () => {
  const gone = {
    _id: 'gone',
    mediaType: 'magazine' as const,
    title: 'Gone',
    creator: 'Ira',
    deletedAt: '2026-11-20T10:00:00.000Z',
  };

  it('are listed, and come back after a confirmation', async () => {
    let isDown = true;
    const restored: unknown[] = [];
    const { user } = openAdmin('/?tab=media', {
      catalog: {
        listEditorMedia: () => listOf(books),
        listDeletedMedia: () => (restored.length > 0 ? [] : [gone]),
        restoreMagazine: ({ params }) => {
          if (isDown) throw new FakeProblem('not-found', 'Magazine not found');
          restored.push(params.id);
          return item('gone');
        },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Deleted items' }));
    expect(location.search).toBe('?tab=media&open=deleted');
    const panel = within(await screen.findByRole('dialog', { name: 'Deleted items' }));
    expect((await panel.findByText(/^Ira\. Deleted/)).textContent).toContain('20 Nov');
    await user.click(panel.getByRole('button', { name: 'Restore Gone' }));
    const question = within(await screen.findByRole('dialog', { name: 'Restore ‘Gone’?' }));
    await user.click(question.getByRole('button', { name: 'Restore' }));
    expect(await question.findByText('Magazine not found')).toBeTruthy();
    isDown = false;
    await user.click(question.getByRole('button', { name: 'Restore' }));
    expect(await screen.findByText('‘Gone’ is back.')).toBeTruthy();
    expect(await panel.findByText('No item was deleted.')).toBeTruthy();
    expect(restored).toEqual(['gone']);
  });
});

it('the CSV of all items has those after a page that an item was just deleted from', async () => {
  const all = Array.from({ length: 150 }, (_, n) => item(`b${n}`));
  const offsets: number[] = [];
  const { user } = openAdmin('/?tab=media', {
    catalog: {
      listEditorMedia: ({ query: { limit = 0, offset = 0 } }) => {
        if (limit === 100) offsets.push(offset);
        const page = all.slice(offset, offset + limit);
        return { items: offset === 0 ? page.slice(1) : page, total: all.length, nextCursor: null };
      },
    },
  });
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(offsets).toEqual([0, 100, 200]));
});
