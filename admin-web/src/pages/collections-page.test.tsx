import { type CuratedDraft, type EditorCuratedPage, MediaId } from '@satrangi/contracts';
import { FakeProblem } from '@satrangi/contracts/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { heldActs } from '../lib/held-back.ts';
import { item, listOf } from '../testing/media-fixture.ts';
import { openAdmin } from '../testing/open-admin.tsx';

const AT = '2026-11-20T10:00:00.000Z';
const shelf = new Map(['one', 'two', 'three'].map((id) => [id, item(id)]));
const pickOf = (id: string, reason = '') => ({ mediaId: MediaId.parse(id), reason });

const collection = (
  slug: string,
  {
    titles = [pickOf('one', 'First.'), pickOf('two')],
    ...change
  }: Partial<CuratedDraft & { version: number }> = {},
): EditorCuratedPage => ({
  slug,
  name: `Name ${slug}`,
  sentence: 'What they have in common.',
  isStaffPicks: false,
  published: true,
  version: 1,
  updatedAt: AT,
  total: titles.length,
  visible: titles.filter(({ mediaId }) => shelf.has(mediaId)).length,
  ...change,
  titles: titles.map((title) => ({ ...title, item: shelf.get(title.mediaId) ?? null })),
});
const inList = ({ titles: _titles, ...listed }: EditorCuratedPage) => listed;

beforeEach(() => {
  heldActs.set(new Map());
  localStorage.clear();
});

/** A catalog with collections; `sent` collects what is saved. */
const catalogWith = (...given: EditorCuratedPage[]) => {
  let stored = given;
  const sent: { slug: string | null; body: CuratedDraft }[] = [];
  const orders: object[] = [];
  return {
    sent,
    orders,
    answers: {
      listEditorMedia: ({ query }: { query: { q?: string | undefined } }) =>
        listOf([...shelf.values()].filter(({ title }) => title.includes(query.q ?? ''))),
      listEditorCurated: () => stored.map(inList),
      getEditorCurated: ({ params: { slug } }: { params: { slug: string } }) => {
        const found = stored.find((each) => each.slug === slug);
        if (!found) throw new FakeProblem('not-found', 'Collection not found');
        return found;
      },
      createCurated: ({ body }: { body: CuratedDraft }) => {
        sent.push({ slug: null, body });
        stored = [...stored, collection('new-one', body)];
        return collection('new-one', body);
      },
      updateCurated: ({ params: { slug }, body }: { params: { slug: string }; body: CuratedDraft }) => {
        sent.push({ slug, body });
        const saved = collection(slug, { ...body, version: 2 });
        stored = stored.map((each) => (each.slug === slug ? saved : each));
        return saved;
      },
      orderCurated: ({ body }: { body: { slugs: string[]; from?: string[] | undefined } }) => {
        orders.push(body);
        stored = body.slugs.flatMap((slug) => stored.filter((each) => each.slug === slug));
        return { slugs: body.slugs };
      },
    },
  };
};
const form = () => screen.findByRole('form', undefined, { timeout: 10_000 });
const titleRows = () =>
  within(screen.getByRole('list', { name: 'Titles' }))
    .getAllByRole('listitem')
    .map((row) => row.querySelector('b')?.textContent);

describe('Collections, the list', () => {
  it('has each collection in its order with what readers see of it', async () => {
    const { answers } = catalogWith(
      collection('rain', { isStaffPicks: true, titles: [pickOf('one'), pickOf('gone')] }),
      collection('work', { published: false }),
      collection('empty', { titles: [pickOf('gone')] }),
    );
    openAdmin('/?tab=collections', { catalog: answers });

    const list = within(await screen.findByRole('list', { name: 'Collections' }));
    expect(list.getAllByRole('listitem').map((row) => row.querySelector('small')?.textContent)).toEqual([
      'published · staff picks · 2 titles · 1 on the shelves',
      'draft · 2 titles',
      'published · 1 title · 0 on the shelves · readers do not see it',
    ]);
    expect(screen.getByRole('heading', { level: 1, name: 'Collections' })).toBeTruthy();
  });

  it('that cannot be loaded, and one without collections, have their sentences', async () => {
    let isDown = true;
    const { answers } = catalogWith();
    const { user } = openAdmin('/?tab=collections', {
      catalog: {
        ...answers,
        listEditorCurated: () => {
          if (isDown) throw new FakeProblem('unavailable', 'Not now');
          return [];
        },
      },
    });
    expect(await screen.findByText('Failed to load collections')).toBeTruthy();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No collections yet.')).toBeTruthy();
  });

  it('moves a collection by button and by Alt and an arrow, and reads out its place', async () => {
    const catalog = catalogWith(collection('a'), collection('b'), collection('c'));
    const { user } = openAdmin('/?tab=collections', { catalog: catalog.answers });
    const names = () =>
      within(screen.getByRole('list', { name: 'Collections' }))
        .getAllByRole('listitem')
        .map((row) => row.querySelector('b')?.textContent);

    await user.click(await screen.findByRole('button', { name: 'Move Name c up' }));
    await waitFor(() => expect(names()).toEqual(['Name a', 'Name c', 'Name b']));
    expect(screen.getByText('‘Name c’ is now 2 of 3.')).toBeTruthy();
    await waitFor(() => expect(catalog.orders).toHaveLength(1));
    screen.getByRole('button', { name: /^Name a/ }).focus();
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await waitFor(() => expect(names()).toEqual(['Name c', 'Name a', 'Name b']));
    await waitFor(() =>
      expect(catalog.orders).toEqual([
        { slugs: ['a', 'c', 'b'], from: ['a', 'b', 'c'] },
        { slugs: ['c', 'a', 'b'], from: ['a', 'c', 'b'] },
      ]),
    );
  });

  it('a move goes past a collection whose deletion is held back', async () => {
    const catalog = catalogWith(collection('a'), collection('b'), collection('c'));
    const { user } = openAdmin('/?tab=collections', { catalog: catalog.answers });
    await user.click(await screen.findByRole('button', { name: 'Delete Name b' }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await user.click(await screen.findByRole('button', { name: 'Move Name c up' }));
    expect(await screen.findByText('‘Name c’ is now 1 of 2.')).toBeTruthy();
    await waitFor(() => expect(catalog.orders).toEqual([{ slugs: ['c', 'a', 'b'], from: ['a', 'b', 'c'] }]));
  });

  it('a refused move shows the sentence and the present order', async () => {
    const catalog = catalogWith(collection('a'), collection('b'));
    const { user } = openAdmin('/?tab=collections', {
      catalog: {
        ...catalog.answers,
        orderCurated: () => {
          throw new FakeProblem('version-conflict', 'The list of collections has changed.');
        },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Move Name b up' }));
    expect(
      await screen.findByText('Failed to move collection: The list of collections has changed.'),
    ).toBeTruthy();
    expect(screen.getAllByRole('button', { name: /^Move .* up$/ })[0]?.getAttribute('aria-label')).toBe(
      'Move Name a up',
    );
  });

  it('deletes after ten seconds, unless it is undone', async () => {
    const { answers } = catalogWith(collection('a'), collection('b'));
    const { user } = openAdmin('/?tab=collections', { catalog: answers });
    await user.click(await screen.findByRole('button', { name: 'Delete Name a' }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('‘Name a’ is deleted in 10 seconds.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Delete Name a' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('button', { name: 'Delete Name a' })).toBeTruthy();
  });
});

describe('Collections, the form', () => {
  it('makes a collection: titles are searched, added, given a reason, moved and removed by keyboard', async () => {
    const catalog = catalogWith();
    const { user } = openAdmin('/?tab=collections&open=new', { catalog: catalog.answers });
    await form();
    await user.type(screen.getByLabelText('Name'), 'Rain');
    await user.type(screen.getByLabelText('One sentence'), 'For a wet evening.');
    await user.type(screen.getByRole('searchbox', { name: 'Search a title to add' }), 'Book{Enter}');
    for (const name of ['Book one', 'Book two', 'Book three'])
      await user.click(await screen.findByRole('button', { name: `Add ${name}` }));
    expect(screen.getByText('‘Book three’ is added as 3.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Book one is added' }).getAttribute('aria-disabled')).toBe(
      'true',
    );
    const [reason] = screen.getAllByLabelText('Why we picked it (optional)');
    if (reason) await user.type(reason, 'Short.');

    const down = screen.getByRole('button', { name: 'Move Book one down' });
    down.focus();
    await user.keyboard('{Enter}');
    expect(titleRows()).toEqual(['Book two', 'Book one', 'Book three']);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Book one down');
    expect(screen.getByText('‘Book one’ is now 2 of 3.')).toBeTruthy();
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    expect(titleRows()).toEqual(['Book one', 'Book two', 'Book three']);
    await user.click(screen.getByRole('button', { name: 'Remove Book two' }));
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove Book three');

    await user.click(screen.getByLabelText('Published: everybody can see it'));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(location.search).toContain('open=new-one'));
    expect(catalog.sent).toEqual([
      {
        slug: null,
        body: {
          name: 'Rain',
          sentence: 'For a wet evening.',
          isStaffPicks: false,
          published: true,
          titles: [pickOf('one', 'Short.'), pickOf('three')],
        },
      },
    ]);
  });

  it('says at once what is missing, in the sentences of the service', async () => {
    const { answers, sent } = catalogWith(collection('rain', { titles: [pickOf('one')] }));
    const { user } = openAdmin('/?tab=collections&open=rain', { catalog: answers });
    await form();
    await user.click(screen.getByLabelText('Staff picks: personal choices, each with its reason'));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Each title of staff picks needs its reason before they are published',
    );
    await user.click(screen.getByRole('button', { name: 'Remove Book one' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toContain(
        'Add a title before you publish the collection',
      ),
    );
    expect(sent).toEqual([]);
  });

  it('marks a title that is not on the shelves, and keeps it when it is saved', async () => {
    const { answers, sent } = catalogWith(collection('rain', { titles: [pickOf('gone'), pickOf('one')] }));
    const { user } = openAdmin('/?tab=collections&open=rain', { catalog: answers });
    await form();
    expect(screen.getByText('Not on the shelves now: readers do not see it')).toBeTruthy();
    await user.type(screen.getByLabelText('Name'), '!');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent[0]?.body.titles).toEqual([pickOf('gone'), pickOf('one')]));
  });

  it('shows both lists of titles when another editor saved in between', async () => {
    const theirs = collection('rain', { titles: [pickOf('three', 'Theirs.')], version: 7 });
    let isRefused = true;
    const catalog = catalogWith(collection('rain', { titles: [pickOf('one')] }));
    const { user } = openAdmin('/?tab=collections&open=rain', {
      catalog: {
        ...catalog.answers,
        updateCurated: (input) => {
          if (!isRefused) return catalog.answers.updateCurated(input);
          throw new FakeProblem('version-conflict', 'Another editor has changed this collection.', {
            current: theirs,
          });
        },
      },
    });
    await form();
    await user.click(screen.getByRole('button', { name: 'Remove Book one' }));
    await user.click(screen.getByLabelText('Published: everybody can see it'));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Content changed since you opened it' }));
    const titles = within(panel.getByRole('group', { name: 'Titles' }));
    await waitFor(() => expect(titles.getByText('1. Book three: Theirs.')).toBeTruthy());
    isRefused = false;
    await user.click(titles.getByLabelText(/^Theirs/));
    await user.click(panel.getByRole('button', { name: 'Save what is chosen' }));
    await waitFor(() =>
      expect(catalog.sent[0]?.body).toMatchObject({ published: false, titles: [pickOf('three', 'Theirs.')] }),
    );
    expect(titleRows()).toEqual(['Book three']);
  });
});
