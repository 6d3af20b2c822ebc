import type { EditorItem, MediaDraft } from '@satrangi/contracts';
import { FakeProblem } from '@satrangi/contracts/testing';
import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { item } from '../testing/media-fixture.ts';
import { openAdmin } from '../testing/open-admin.tsx';
import { order } from '../testing/orders-fixture.ts';

const bar = () => within(screen.getByRole('toolbar', { name: 'Chosen rows' }));
const selected = (): string | null => bar().getByRole('status').textContent;

type Query = { limit: number; offset?: number | undefined; page?: string | undefined };

/** A catalog of books in the library: a list cut into pages, drafts, and saves that can move a book to the archives. */
const library = (count: number) => {
  const stored = new Map<string, EditorItem>();
  const put = (id: string, collection: 'digital-library' | 'archives', revision = 'first'): EditorItem => {
    const next = item(id, { collection, draftRevision: revision }, { collection });
    stored.set(id, next);
    return next;
  };
  for (let n = 0; n < count; n += 1) put(`b${n}`, 'digital-library');
  const queries: Query[] = [];
  return {
    stored,
    put,
    queries,
    answers: {
      listEditorMedia: ({ query }: { query: Query }) => {
        queries.push(query);
        const { limit, offset = 0, page } = query;
        const all = [...stored.values()].filter(
          ({ collection }) => page !== 'Digital Library' || collection === 'digital-library',
        );
        return { items: all.slice(offset, offset + limit), total: all.length, nextCursor: null };
      },
      getEbookDraft: ({ params }: { params: { id: string } }) => {
        const found = stored.get(params.id);
        if (!found) throw new FakeProblem('not-found', 'eBook not found');
        return found;
      },
      updateEbook: ({ params, body }: { params: { id: string }; body: MediaDraft }) =>
        put(params.id, body.collection === 'archives' ? 'archives' : 'digital-library', 'second'),
    },
  };
};

describe('an act on all items that fit a filter', () => {
  it('counts them again, reads them page by page, and skips what others change or delete in that time', async () => {
    const { answers, stored, put, queries } = library(130);
    const getEbookDraft: typeof answers.getEbookDraft = (input) => {
      // another admin is faster: one book is changed, one is gone
      if (input.params.id === 'b5' && stored.get('b5')?.collection === 'digital-library')
        put('b5', 'archives', 'theirs');
      if (input.params.id === 'b6') stored.delete('b6');
      return answers.getEbookDraft(input);
    };
    const { user } = openAdmin('/?tab=media&collection=digital-library', {
      catalog: { ...answers, getEbookDraft },
    });
    await user.click(await screen.findByRole('checkbox', { name: 'Select Book b0' }));
    expect(bar().queryByRole('button', { name: /^Select all/ })).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: 'Select the page' }));
    await user.click(bar().getByRole('button', { name: 'Select all 130 that match' }));
    expect(selected()).toBe('All 130 that match selected');
    expect(bar().queryByRole('button', { name: 'Feature' })).toBeNull();

    await user.click(screen.getByRole('checkbox', { name: 'Select Book b0' }));
    expect(selected()).toBe('19 selected');
    await user.click(screen.getByRole('checkbox', { name: 'Select the page' }));
    await user.click(bar().getByRole('button', { name: 'Select all 130 that match' }));

    stored.delete('b129');
    await user.click(bar().getByRole('button', { name: 'Move to Archives' }));
    const question = within(
      await screen.findByRole('dialog', { name: 'Move to Archives: all 129 items that match?' }),
    );
    const confirm = question.getByRole<HTMLButtonElement>('button', { name: 'Change 129' });
    expect(confirm.disabled).toBe(true);
    await user.type(question.getByLabelText('Type the number 129'), '129');
    queries.length = 0;
    await user.click(confirm);

    expect(await screen.findByText('127 done, 0 refused, 2 skipped, 0 left')).toBeTruthy();
    expect([...stored.values()].filter(({ collection }) => collection === 'archives')).toHaveLength(128);
    expect(stored.get('b5')?.draftRevision).toBe('theirs');
    const reads = queries.filter(({ limit, page }) => limit === 100 && page === 'Digital Library');
    expect(reads.length).toBeGreaterThan(0);
    expect(reads.length).toBeLessThanOrEqual(6);
  });

  it('ends with the filter: another one has other items', async () => {
    const { answers } = library(30);
    const { user } = openAdmin('/?tab=media&collection=digital-library', { catalog: answers });
    await screen.findByRole('checkbox', { name: 'Select Book b0' });
    await user.click(screen.getByRole('checkbox', { name: 'Select the page' }));
    await user.click(bar().getByRole('button', { name: 'Select all 30 that match' }));
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(await screen.findByRole('checkbox', { name: 'Select Book b20', checked: true })).toBeTruthy();
    expect(selected()).toBe('All 30 that match selected');
    await user.selectOptions(screen.getByLabelText('Price'), 'Free');
    await vi.waitFor(() => expect(screen.queryByText('All 30 that match selected')).toBeNull());
  });
});

describe('receipts of all orders that fit a filter', () => {
  const open = (count: number) => {
    const all = Array.from({ length: count }, (_, n) => order(n));
    const sent: string[] = [];
    const searchOrders = ({ query }: { query: { page: number; pageSize: number } }) => {
      const from = (query.page - 1) * query.pageSize;
      return { orders: all.slice(from, from + query.pageSize), total: count, page: query.page, pages: 9 };
    };
    const resendOrder = ({ params }: { params: { orderId: string } }) => {
      sent.push(params.orderId);
      return order(0);
    };
    return { sent, ...openAdmin('/?tab=orders&size=10', { payments: { searchOrders, resendOrder } }) };
  };
  const chooseAll = async ({ user }: ReturnType<typeof open>, count: number): Promise<void> => {
    await screen.findByRole('checkbox', { name: 'Select ST-0' });
    await user.click(screen.getByRole('checkbox', { name: 'Select the page' }));
    await user.click(bar().getByRole('button', { name: `Select all ${count} that match` }));
    await user.click(bar().getByRole('button', { name: 'Resend receipt' }));
  };

  it('are mailed once each', async () => {
    const opened = open(24);
    await chooseAll(opened, 24);
    const question = within(
      await screen.findByRole('dialog', { name: 'Resend receipts: all 24 orders that match?' }),
    );
    await opened.user.click(question.getByRole('button', { name: 'Resend 24' }));
    expect(await screen.findByText('24 done, 0 refused, 0 left')).toBeTruthy();
    expect(new Set(opened.sent).size).toBe(24);
    expect(opened.sent).toHaveLength(24);
  });

  it('of chosen ones are a file of the server, which the log records (BEY-07)', async () => {
    const { user, fetched } = open(24);
    for (const name of ['Select ST-0', 'Select ST-2'])
      await user.click(await screen.findByRole('checkbox', { name }));
    await user.click(bar().getByRole('button', { name: 'Export' }));
    const requestedUrls = () => fetched.mock.calls.map(([input]) => String(input));
    await vi.waitFor(() =>
      expect(requestedUrls()).toContainEqual(
        expect.stringMatching(/\/admin\/orders\.csv\?ids=order-0(,|%2C)order-2$/),
      ),
    );
  });

  it('are not mailed to more than 500 readers, and orders are not exported past the log (BEY-07)', async () => {
    const opened = open(501);
    await chooseAll(opened, 501);
    const question = within(
      await screen.findByRole('dialog', { name: 'Resend receipts: all 501 orders that match?' }),
    );
    expect(question.getByText(/^A mail to more than 500 readers needs a second admin/)).toBeTruthy();
    expect(question.getByRole<HTMLButtonElement>('button', { name: 'Resend' }).disabled).toBe(true);
    expect(opened.sent).toEqual([]);
    await opened.user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(bar().queryByRole('button', { name: 'Export' })).toBeNull();
  });
});
