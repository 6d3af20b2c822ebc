import { UserId } from '@satrangi/contracts';
import { session } from '@satrangi/kit/browser/session';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openAdmin } from '../testing/open-admin.tsx';

const KEY = 'admin-views:asha:';
type Stored = { name: string; address: string };
const stored = (tab: string): Stored[] => JSON.parse(localStorage.getItem(KEY + tab) ?? '[]');
const views = () => within(screen.getByRole('navigation', { name: 'Views' }));
const current = (): string | null | undefined =>
  views().queryByRole('link', { current: 'page' })?.textContent;
const meera = {
  _id: UserId.parse('meera-1'),
  name: 'Meera Sahni',
  email: 'm•••@e•••',
  role: 'USER' as const,
  createdAt: '2026-11-20T10:00:00.000Z',
  revision: 'r1',
};

/** The catalog has 3 items of the archives and 8 in all. */
const listEditorMedia = vi.fn(({ query }: { query: { page?: string | undefined } }) => ({
  items: [],
  total: query.page === undefined ? 8 : 3,
  nextCursor: null,
}));
const openMedia = async (address: string) => {
  const opened = openAdmin(address, { catalog: { listEditorMedia } });
  await screen.findByRole('heading', { level: 1, name: 'Media' });
  return opened;
};
const countCalls = (): number =>
  listEditorMedia.mock.calls.filter(([{ query }]) => 'limit' in query && query.limit === 1).length;

/** An observer for which every element is in the window. */
class SeesAll {
  readonly #callback: IntersectionObserverCallback;
  constructor(callback: IntersectionObserverCallback) {
    this.#callback = callback;
  }
  observe(): void {
    const entry = { isIntersecting: true } as IntersectionObserverEntry;
    // the callback reads the entries only, so the rest of an observer is left out
    this.#callback([entry], this as unknown as IntersectionObserver);
  }
  unobserve(): void {}
  disconnect(): void {}
}

describe('saved views of a list', () => {
  beforeEach(() => {
    localStorage.clear();
    vi.stubGlobal('IntersectionObserver', SeesAll);
  });
  afterEach(() => {
    session.end();
    localStorage.clear();
  });

  it('are saved, shown with their number, opened, and found by the palette, by keyboard alone', async () => {
    const { user } = await openMedia('/?tab=media&collection=archives&sort=-price&page=2');
    await act(async () => screen.getByRole('button', { name: 'Save view' }).focus());
    await user.keyboard('{Enter}');
    const name = await screen.findByLabelText('Name of the view');
    expect(document.activeElement).toBe(name);
    await user.keyboard('Dear archives{Enter}');

    expect(stored('media')).toEqual([
      { name: 'Dear archives', address: 'tab=media&collection=archives&sort=-price' },
    ]);
    await waitFor(() => expect(current()).toBe('Dear archives 3'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save view' }));
    expect(document.activeElement?.getAttribute('aria-disabled')).toBe('true');

    await user.click(views().getByRole('link', { name: 'All' }));
    expect([location.search, current()]).toEqual(['?tab=media', 'All']);
    await user.keyboard('{Control>}k{/Control}');
    const field = await screen.findByRole('combobox', { name: 'Search or run a command' });
    await user.type(field, 'dear arch');
    const group = within(await screen.findByRole('group', { name: 'Go' }));
    expect(group.getByRole('option').textContent).toBe('Dear archivesMedia, saved view');
    await user.keyboard('{Enter}');
    expect(location.search).toBe('?tab=media&collection=archives&sort=-price');
    expect(localStorage.getItem('admin-recent')).toBeNull();
  });

  it('are renamed, and deleted with a way back, by keyboard alone', async () => {
    localStorage.setItem(
      `${KEY}media`,
      JSON.stringify([
        { name: 'One', address: 'tab=media&sort=price' },
        { name: 'Two', address: 'tab=media&sort=-price' },
      ]),
    );
    const { user } = await openMedia('/?tab=media');
    const tabTo = async (element: () => HTMLElement): Promise<void> => {
      for (let tabs = 0; document.activeElement !== element() && tabs < 40; tabs += 1) await user.tab();
      expect(document.activeElement).toBe(element());
    };
    await act(async () => screen.getByRole('button', { name: 'Rename or delete views' }).focus());
    await user.keyboard('{Enter}');
    const dialog = within(await screen.findByRole('dialog', { name: 'Saved views' }));
    await tabTo(() => dialog.getByLabelText('Name of One'));
    await user.keyboard('{Control>}a{/Control}two{Enter}');
    expect(await dialog.findByText('You have a view with this name.')).toBeTruthy();
    await user.keyboard('{Control>}a{/Control}Cheap first{Enter}');
    expect(stored('media').map(({ name }) => name)).toEqual(['Cheap first', 'Two']);
    await tabTo(() => dialog.getByRole('button', { name: 'Delete Cheap first' }));
    await user.keyboard('{Enter}');
    expect(stored('media').map(({ name }) => name)).toEqual(['Two']);
    expect(document.activeElement?.textContent).toBe('Undo');
    await user.keyboard('{Enter}');
    expect(stored('media').map(({ name }) => name)).toEqual(['Cheap first', 'Two']);
  });

  it('can be brought back for 10 seconds after the dialog was closed', async () => {
    localStorage.setItem(`${KEY}media`, JSON.stringify([{ name: 'One', address: 'tab=media&sort=price' }]));
    const { user } = await openMedia('/?tab=media');
    await user.click(screen.getByRole('button', { name: 'Rename or delete views' }));
    await user.click(await screen.findByRole('button', { name: 'Delete One' }));
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(localStorage.getItem(`${KEY}media`)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(stored('media')).toHaveLength(1);
    expect(views().getByRole('link', { name: /^One/ })).toBeTruthy();
  });

  it('never hold the search of a list of people: it is left out, or there is nothing to save', async () => {
    const listUsers = () => ({ items: [meera], total: 1, nextCursor: null });
    const first = openAdmin('/?tab=users&role=ADMIN&q=meera@example.org', { identity: { listUsers } });
    await first.user.click(await screen.findByRole('button', { name: 'Save view' }));
    expect(await screen.findByText(/^The search is not kept: it may name a person\./)).toBeTruthy();
    await first.user.type(screen.getByLabelText('Name of the view'), 'meera@example.org{Enter}');
    expect(screen.getByText('A name may hold no mail address and no long number.')).toBeTruthy();
    await first.user.type(screen.getByLabelText('Name of the view'), '{Control>}a{/Control}Admins{Enter}');
    expect(stored('users')).toEqual([{ name: 'Admins', address: 'tab=users&role=ADMIN' }]);
    expect(current()).toBe('All');
    cleanup();

    const second = openAdmin('/?tab=users&q=meera', { identity: { listUsers } });
    await second.user.click(await screen.findByRole('button', { name: 'Save view' }));
    expect((await screen.findByRole('alert')).textContent).toMatch(/^There is nothing to keep\./);
    expect(screen.queryByLabelText('Name of the view')).toBeNull();
    expect(JSON.stringify({ ...localStorage })).not.toMatch(/meera/i);
  });

  it('belong to one admin', async () => {
    localStorage.setItem(`${KEY}media`, JSON.stringify([{ name: 'One', address: 'tab=media&sort=price' }]));
    localStorage.setItem('admin-views:kiran:media', '[{"name":"Kirans","address":"tab=media&sort=price"}]');
    await openMedia('/?tab=media');
    expect(views().getByRole('link', { name: /^One/ })).toBeTruthy();
    expect(views().queryByRole('link', { name: /Kirans/ })).toBeNull();
  });

  it('are not counted while their row is out of the window', async () => {
    localStorage.setItem(`${KEY}media`, JSON.stringify([{ name: 'One', address: 'tab=media&sort=price' }]));
    vi.stubGlobal(
      'IntersectionObserver',
      class extends SeesAll {
        override observe(): void {}
      },
    );
    listEditorMedia.mockClear();
    await openMedia('/?tab=media');
    expect(await screen.findByRole('link', { name: /^Featured ?8 of 3$/ })).toBeTruthy();
    expect(views().getByRole('link', { name: 'One' })).toBeTruthy();
    expect(countCalls()).toBe(3);
  });

  it('are 20 at most, counted one after the other, and not again within a minute', async () => {
    const many = Array.from({ length: 20 }, (_, n) => ({
      name: `View ${n}`,
      address: `tab=media&size=${n + 1}`,
    }));
    localStorage.setItem(`${KEY}media`, JSON.stringify(many));
    let running = 0;
    let most = 0;
    listEditorMedia.mockClear();
    const counted = async (input: Parameters<typeof listEditorMedia>[0]) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 2));
      running -= 1;
      return listEditorMedia(input);
    };
    const { user, client } = openAdmin('/?tab=media&sort=price', { catalog: { listEditorMedia: counted } });
    await screen.findByRole('link', { name: /^View 19 ?8$/ });
    // the three fixed views and the list are requested at once
    expect(most).toBeLessThanOrEqual(5);
    const before = countCalls();
    expect(before).toBe(23);
    await act(() => client.invalidateQueries({ queryKey: ['media'] }));
    await user.click(screen.getByRole('link', { name: 'Contributions' }));
    await user.click(screen.getByRole('link', { name: /^Media/ }));
    await screen.findByRole('link', { name: /^View 19 ?8$/ });
    expect(countCalls() - before).toBeLessThanOrEqual(6);
    await user.click(screen.getByRole('button', { name: 'Save view' }));
    await user.type(await screen.findByLabelText('Name of the view'), 'One more{Enter}');
    expect(screen.getByText('You have 20 views of this list. Delete one first.')).toBeTruthy();
    expect(stored('media')).toHaveLength(20);
  });
});
