import { catalogApi, libraryApi, MediaId, type Saved } from '@satrangi/contracts';
import { FakeProblem, plays } from '@satrangi/contracts/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { joinSavedAfterLogin } from '../../lib/saved/join-saved.ts';
import { savedOf, tabSaved } from '../../lib/saved/tab-saved.ts';
import { session } from '../../lib/session.ts';
import { catalogWithEbook } from '../../testing/ebook-page.ts';
import { anEbook, onePage } from '../../testing/fixtures.ts';
import { openPage } from '../../testing/open-page.tsx';

type Responses = Parameters<typeof plays<typeof libraryApi>>[1];

/** A library that keeps what is saved. */
const libraryWith = (first: Saved[] = [], responses: Responses = {}) => {
  let titles = first;
  return plays(libraryApi, {
    checkAccess: () => ({ hasAccess: false }),
    listSaved: () => titles,
    saveForLater: () => {
      titles = [savedOf(anEbook()), ...titles];
      return undefined;
    },
    removeSaved: ({ params }) => {
      titles = titles.filter(({ mediaId }) => mediaId !== params.mediaId);
      return undefined;
    },
    joinSaved: ({ body }) => {
      titles = [...titles, ...body.mediaIds.map((id) => savedOf(anEbook({ _id: id })))];
      return titles;
    },
    ...responses,
  });
};
const refuse = () => {
  throw new FakeProblem('unavailable', 'Not available right now');
};

/** A shop with three staff picks, or without a collection. */
const picks = ['One', 'Two', 'Three'].map((title) => ({
  ...anEbook({ _id: MediaId.parse(title), title }),
  reason: `Because of ${title}.`,
}));
const shopWith = (items: typeof picks) =>
  plays(catalogApi, {
    listCurated: () => ({
      items:
        items.length > 0
          ? [{ slug: 'p', name: 'Staff picks', sentence: 'Ours.', isStaffPicks: true, total: 3, items }]
          : [],
    }),
    listEbooks: () => onePage([anEbook()]),
  });

afterEach(() => tabSaved.clear());

describe('Save for later on the page of a title', () => {
  const button = (name: string) => screen.findByRole('button', { name });
  /** Waits for its code, and for the list of the account. */
  const usableButton = (name: string) =>
    waitFor(() => {
      const found = screen.getByRole('button', { name });
      expect(found.hasAttribute('disabled')).toBe(false);
      return found;
    });

  it('without a login keeps it in this tab, and says so', async () => {
    const { user, fetched } = openPage('/ebook/seven-ways', { server: [catalogWithEbook()] });
    await user.click(await usableButton('Save for later'));

    expect((await button('Saved for later')).getAttribute('aria-pressed')).toBe('true');
    expect(screen.getByText(/kept in this tab until you log in/)).toBeTruthy();
    expect(sessionStorage.getItem('savedForLater')).toContain('seven-ways');
    expect(JSON.stringify({ ...localStorage })).not.toContain('seven-ways');
    expect(fetched.mock.calls.some(([address]) => String(address).includes('/library/saved'))).toBe(false);

    await user.click(await button('Saved for later'));
    expect(sessionStorage.getItem('savedForLater')).toBeNull();
  });

  it('with a login keeps it on the list of the account, and removes it again', async () => {
    const server = [catalogWithEbook(), libraryWith()];
    const { user } = openPage('/ebook/seven-ways', { userId: 'asha', server });
    await user.click(await usableButton('Save for later'));

    expect(await screen.findByText(/on your private list/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See what you saved' }).getAttribute('href')).toBe('/saved');
    expect(tabSaved.get()).toEqual([]);

    await user.click(await button('Saved for later'));
    expect(await button('Save for later')).toBeTruthy();
  });

  it('goes back and says what is wrong when the server refuses', async () => {
    const server = [catalogWithEbook(), libraryWith([], { saveForLater: refuse })];
    const { user } = openPage('/ebook/seven-ways', { userId: 'asha', server });
    await user.click(await usableButton('Save for later'));

    expect(await screen.findByText('We could not save this title. Please try again.')).toBeTruthy();
    expect((await button('Save for later')).getAttribute('aria-pressed')).toBe('false');
  });
});

describe('/saved', () => {
  it('is empty at first, with the way to the library', async () => {
    openPage('/saved');
    expect(await screen.findByText(/^Nothing here yet/)).toBeTruthy();
    expect(await screen.findByRole('link', { name: 'Browse the digital library' })).toBeTruthy();
  });

  it('says how to save, who sees the list, and that it needs no account', async () => {
    openPage('/saved', { server: [shopWith(picks)] });

    const main = within(screen.getByRole('main'));
    expect(
      await main.findByText('Only you see this list. It is on no public page and in no mail.'),
    ).toBeTruthy();
    const press = main.getByText(/^Press/);
    expect(press.textContent).toBe('Press Save for later on the page of a title, or below one of these.');
    expect(within(press).queryByRole('button')).toBeNull();
    expect(main.getByRole('link', { name: 'log in' }).getAttribute('href')).toBe('/login?next=%2Fsaved');
  });

  it.each([
    ['in this tab', undefined],
    ['on the list of the account', 'asha'],
  ] as const)('one press below a staff pick saves it %s, and the others stay', async (_name, userId) => {
    const saved: Saved[] = [];
    const { user } = openPage('/saved', {
      ...(userId ? { userId } : {}),
      server: [
        shopWith(picks),
        libraryWith([], {
          saveForLater: () => {
            saved.push(savedOf(picks[1] ?? anEbook()));
            return undefined;
          },
          listSaved: () => saved,
        }),
      ],
    });
    const button = await screen.findByRole('button', { name: 'Save for later: Two' });
    await user.click(button);

    const list = within(await screen.findByRole('list', { name: 'Saved for later' }));
    expect(list.getByRole('link', { name: 'Two' })).toBeTruthy();
    expect(screen.getByText('1 title. Only you see this list.').getAttribute('role')).toBe('status');
    expect(screen.queryByText(/^Nothing here yet/)).toBeNull();
    if (userId) return;
    expect(button.getAttribute('aria-pressed')).toBe('true');
    expect(document.activeElement).toBe(button);
    await user.click(screen.getByRole('button', { name: 'Save for later: One' }));
    expect(screen.getByText('2 titles. Only you see this list.')).toBeTruthy();
    await user.click(button);
    expect(list.queryByRole('link', { name: 'Two' })).toBeNull();
  });

  it('begins with the newest eBooks while there is no collection', async () => {
    const { user } = openPage('/saved', { server: [shopWith([])] });
    const newest = within(await screen.findByRole('region', { name: 'Newest eBooks' }));
    await user.click(newest.getByRole('button', { name: 'Save for later: Seven Ways Home' }));

    expect(await screen.findByRole('list', { name: 'Saved for later' })).toBeTruthy();
  });

  it('says so when a title could not be saved', async () => {
    const server = [shopWith(picks), libraryWith([], { saveForLater: refuse })];
    const { user } = openPage('/saved', { userId: 'asha', server });
    await user.click(await screen.findByRole('button', { name: 'Save for later: One' }));

    expect(await screen.findByText('We could not save this title. Please try again.')).toBeTruthy();
    expect(await screen.findByText(/^Nothing here yet/)).toBeTruthy();
  });

  it('a list of three titles stands alone', async () => {
    for (const title of picks) tabSaved.add(savedOf(title));
    openPage('/saved', { server: [shopWith(picks)] });

    expect(await screen.findByText('3 titles. Only you see this list.')).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Staff picks' })).toBeNull();
  });

  it('shows the titles of this tab, and how to keep them', async () => {
    tabSaved.add(savedOf(anEbook()));
    openPage('/saved');

    const list = within(await screen.findByRole('list', { name: 'Saved for later' }));
    expect(list.getByRole('link', { name: 'Seven Ways Home' }).getAttribute('href')).toBe(
      '/ebook/seven-ways',
    );
    expect(
      screen.getAllByRole('link', { name: 'Log in' }).map((link) => link.getAttribute('href')),
    ).toContain('/login?next=%2Fsaved');
  });

  it('shows the list of the account; a removed title is gone and the focus stays in the list', async () => {
    const { user } = openPage('/saved', { userId: 'asha', server: [libraryWith([savedOf(anEbook())])] });
    await user.click(
      await screen.findByRole('button', { name: 'Remove Seven Ways Home from what you saved' }),
    );

    expect(await screen.findByText(/^Nothing here yet/)).toBeTruthy();
    expect(document.activeElement).not.toBe(document.body);
  });

  it('says when it cannot be loaded', async () => {
    openPage('/saved', { userId: 'asha', server: [libraryWith([], { listSaved: refuse })] });
    expect(await screen.findByText('Failed to load what you saved')).toBeTruthy();
  });

  it('stays when it cannot be loaded again', async () => {
    const server = [libraryWith([savedOf(anEbook())])];
    const { reloadOffline } = openPage('/saved', { userId: 'asha', server });
    await screen.findByRole('link', { name: 'Seven Ways Home' });

    await reloadOffline();

    expect(screen.getByRole('link', { name: 'Seven Ways Home' })).toBeTruthy();
    expect(screen.queryByText('Failed to load what you saved')).toBeNull();
  });
});

describe('a login', () => {
  it('joins the titles of the tab to the list of the account', async () => {
    tabSaved.add(savedOf(anEbook()));
    const { client } = openPage('/saved', { server: [libraryWith()] });
    const stop = joinSavedAfterLogin(client);
    session.begin({ token: 't', userId: 'asha' });

    await waitFor(() => expect(tabSaved.get()).toEqual([]));
    expect(await screen.findByRole('link', { name: 'Seven Ways Home' })).toBeTruthy();
    expect(screen.queryByText(/kept in this tab only/)).toBeNull();
    stop();
  });

  it('shows nothing of the list that arrives after its reader has logged out and another one in', async () => {
    tabSaved.add(savedOf(anEbook()));
    const late = Promise.withResolvers<Saved[]>();
    const joinSaved = vi.fn(() => late.promise);
    const { client } = openPage('/saved', { server: [libraryWith([], { joinSaved })] });
    const stop = joinSavedAfterLogin(client);
    act(() => session.begin({ token: 't', userId: 'asha' }));
    await waitFor(() => expect(joinSaved).toHaveBeenCalled());
    act(() => session.end());
    act(() => session.begin({ token: 'u', userId: 'ravi' }));

    await act(async () => late.resolve([savedOf(anEbook())]));
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));

    expect(screen.queryByRole('link', { name: 'Seven Ways Home' })).toBeNull();
    stop();
  });

  it('leaves them in the tab when the server refuses, until the logout', async () => {
    tabSaved.add(savedOf(anEbook()));
    const joinSaved = vi.fn(refuse);
    const { client } = openPage('/saved', { server: [libraryWith([], { joinSaved })] });
    const stop = joinSavedAfterLogin(client);
    session.begin({ token: 't', userId: 'asha' });

    await waitFor(() => expect(joinSaved).toHaveBeenCalled());
    expect(tabSaved.get()).toHaveLength(1);
    act(() => session.end());
    expect(tabSaved.get()).toEqual([]);
    stop();
  });
});
