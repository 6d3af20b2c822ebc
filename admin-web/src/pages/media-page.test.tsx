import type { EditorItem, MediaDraft } from '@satrangi/contracts';
import { MediaId } from '@satrangi/contracts';
import { anEditorItem, FakeProblem } from '@satrangi/contracts/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, type vi } from 'vitest';
import { openAdmin } from '../testing/open-admin.tsx';

const draftOf = (values: Partial<MediaDraft>) => ({
  mediaType: 'ebook',
  title: 'A title',
  author: 'Jerusha Pinto',
  description: 'A description.',
  formats: ['text'],
  priceINR: 180,
  transcript: null,
  ...values,
});

const item = (id: string, values: Partial<EditorItem> = {}, draft: Partial<MediaDraft> = {}): EditorItem => {
  const title = values.title ?? `Book ${id}`;
  return anEditorItem({
    _id: MediaId.parse(id),
    title,
    priceINR: 180,
    draftRevision: `revision-${id}`,
    ...values,
    draft: draftOf({ title, ...draft }),
  });
};

const books = ['one', 'two', 'three'].map((id) => item(id));
const listOf = (items: readonly EditorItem[]) => ({
  items: [...items],
  total: items.length,
  nextCursor: null,
});
/** The answers of a catalog with some eBooks; `sent` collects the bodies of saves. */
const shelf = (items: readonly EditorItem[] = books) => {
  const stored = new Map(items.map((each) => [String(each._id), each]));
  const sent: { id: string; body: MediaDraft }[] = [];
  return {
    sent,
    stored,
    answers: {
      listEditorMedia: () => listOf([...stored.values()]),
      getEbookDraft: ({ params }: { params: { id: string } }) => {
        const found = stored.get(params.id);
        if (!found) throw new FakeProblem('not-found', 'eBook not found');
        return found;
      },
      updateEbook: ({ params, body }: { params: { id: string }; body: MediaDraft }) => {
        sent.push({ id: params.id, body });
        const next = item(
          params.id,
          {
            title: body.title,
            featured: body.featured,
            priceINR: body.priceINR,
            draftRevision: `next-${sent.length}`,
          },
          body,
        );
        stored.set(params.id, next);
        return next;
      },
    },
  };
};
const rowOf = (title: string) => within(screen.getByRole('row', { name: new RegExp(title) }));
const ifMatchOf = (fetched: ReturnType<typeof vi.fn>, method: string): string | null => {
  const call = fetched.mock.calls.filter(([, init]) => (init as RequestInit)?.method === method).at(-1);
  return new Headers((call?.[1] as RequestInit)?.headers).get('if-match');
};

describe('Media, the list (ADM-06)', () => {
  it('has its columns; views, filters, search, order and page are in the address and in the query', async () => {
    const queries: Record<string, unknown>[] = [];
    const { user } = openAdmin('/?tab=media', {
      catalog: {
        listEditorMedia: ({ query }) => {
          if (query.limit > 1) queries.push(query);
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

  it('says the state of files, prices and places in words', async () => {
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

  it('that could not be loaded says so, keeps its head, and is asked again (ADM-14)', async () => {
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

describe('a row that is edited in place (ADM-07)', () => {
  it('saves title, creator and price with the revision, and keeps what lists do not show', async () => {
    const { answers, sent, stored } = shelf();
    stored.set('two', item('two', {}, { transcript: 'Every word.' }));
    const { user, fetched } = openAdmin('/?tab=media', { catalog: answers });
    await user.click(await screen.findByRole('button', { name: 'Edit Book two' }));
    const title = screen.getByLabelText<HTMLInputElement>('Title');
    expect(document.activeElement).toBe(title);
    await user.clear(title);
    await user.type(title, 'Salt');
    await user.tab();
    expect(document.activeElement).toBe(screen.getByLabelText('Creator'));
    await user.clear(screen.getByLabelText('Price in rupees'));
    await user.type(screen.getByLabelText('Price in rupees'), '229{Enter}');
    expect(await screen.findByRole('button', { name: 'Salt' })).toBeTruthy();
    expect(sent).toEqual([
      {
        id: 'two',
        body: expect.objectContaining({ title: 'Salt', priceINR: 229, transcript: 'Every word.' }),
      },
    ]);
    expect(ifMatchOf(fetched, 'PUT')).toBe('"revision-two"');
  });

  it('goes back with Esc, begins with E and with a double click, and is not sent when nothing was typed', async () => {
    const { answers, sent } = shelf();
    const { user } = openAdmin('/?tab=media', { catalog: answers });
    await screen.findByRole('button', { name: 'Book one' });
    await user.keyboard('je');
    await user.type(screen.getByLabelText('Title'), '!{Escape}');
    expect(screen.queryByLabelText('Title')).toBeNull();
    await user.dblClick(screen.getAllByText('Jerusha Pinto')[0] as HTMLElement);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.queryByLabelText('Title')).toBeNull();
    expect(sent).toEqual([]);
  });

  it('says Failed to save changes and keeps what was typed; a bad price is not sent (ADM-14)', async () => {
    const { answers, sent } = shelf();
    const { user } = openAdmin('/?tab=media', {
      catalog: {
        ...answers,
        updateEbook: () => {
          throw new FakeProblem('unavailable', 'Not now');
        },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Edit Book one' }));
    const price = screen.getByLabelText('Price in rupees');
    await user.clear(price);
    await user.type(price, '-4{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('Price must be a number of at least 0');
    await user.clear(price);
    await user.type(price, '99{Enter}');
    expect(await screen.findByText('Failed to save changes')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Price in rupees').value).toBe('99');
    expect(sent).toEqual([]);
  });

  it('does not undo what another admin saved in the same field (P81)', async () => {
    const { answers, sent, stored } = shelf();
    const { user } = openAdmin('/?tab=media', { catalog: answers });
    await user.click(await screen.findByRole('button', { name: 'Edit Book one' }));
    stored.set('one', item('one', { title: 'Theirs', draftRevision: 'theirs' }));
    await user.type(screen.getByLabelText('Title'), ' mine{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('Now it is ‘Theirs’');
    expect(sent).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByRole('button', { name: 'Book one mine' });
    expect(sent).toHaveLength(1);
  });
});

describe('the featured switch (ADM-09)', () => {
  const full = () => {
    throw new FakeProblem('featured-full', 'You can only select up to 3 featured publications.');
  };

  it('shows the change at once and saves only that', async () => {
    const { answers, sent } = shelf();
    const held = Promise.withResolvers<void>();
    const { user } = openAdmin('/?tab=media', {
      catalog: {
        ...answers,
        listEditorMedia: ({ query }) => (query.featured ? listOf([]) : answers.listEditorMedia()),
        updateEbook: async (input) => {
          await held.promise;
          // the fake takes the fields it stores; the contract has more
          return answers.updateEbook(input as never);
        },
      },
    });
    const box = await screen.findByRole<HTMLInputElement>('switch', { name: 'Featured: Book one' });
    await screen.findByText('0 of 3');
    await user.click(box);
    await waitFor(() => expect(box.checked).toBe(true));
    await user.click(box);
    expect(box.checked).toBe(true);
    held.resolve();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject({ featured: true, title: 'Book one' });
  });

  it('at three stays off, with the sentence as an alert', async () => {
    const { answers } = shelf();
    const { user } = openAdmin('/?tab=media', { catalog: { ...answers, updateEbook: full } });
    const box = await screen.findByRole<HTMLInputElement>('switch', { name: 'Featured: Book one' });
    await user.click(box);
    expect((await screen.findByRole('alert')).textContent).toContain(
      'You can only select up to 3 featured publications.',
    );
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Featured: Book one' }).checked).toBe(false);
  });

  it('goes back with Failed to update featured status. (ADM-14)', async () => {
    const { answers } = shelf([item('one', { featured: true }, { featured: true })]);
    const { user } = openAdmin('/?tab=media', {
      catalog: {
        ...answers,
        updateEbook: () => {
          throw new FakeProblem('unavailable', 'Not now');
        },
      },
    });
    await user.click(await screen.findByRole('switch', { name: 'Featured: Book one' }));
    expect(await screen.findByText('Failed to update featured status.')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Featured: Book one' }).checked).toBe(true);
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
    const dialog = within(screen.getByRole('dialog', { name: 'Delete ‘Book one’?' }));
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(stored.size).toBe(3);
    await user.click(screen.getByRole('button', { name: 'Delete Book one' }));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Book one' })).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('button', { name: 'Book one' })).toBeTruthy();
  });

  it('that failed says so and keeps the row (ADM-14)', async () => {
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
    const dialog = within(screen.getByRole('dialog', { name: 'Set the price of 2 items' }));
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
