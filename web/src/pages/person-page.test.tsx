import { catalogApi, MediaId, type Work } from '@satrangi/contracts';
import { FakeProblem, plays } from '@satrangi/contracts/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { sendToAll, stubEventSource } from '../testing/fake-event-source.ts';
import { aFilm, anEbook, emptyLists } from '../testing/fixtures.ts';
import { openPage } from '../testing/open-page.tsx';

const book = (id: string, fields: Parameters<typeof anEbook>[0] = {}): Work =>
  anEbook({
    _id: MediaId.parse(id),
    title: `Book ${id}`,
    author: 'Meera Sahni',
    creator: 'Meera Sahni',
    ...fields,
  });
const film = { ...aFilm({ title: 'Chhaata', language: 'hi' }), year: null };
const person = {
  name: 'Meera Sahni',
  pronouns: 'she/her',
  total: 3,
  roles: [
    { role: 'author' as const, total: 2, items: [book('a'), book('b', { language: 'hi' })] },
    { role: 'cast' as const, total: 1, items: [film] },
  ],
  others: ['Noor Sheikh'],
};
const unknown = (): never => {
  throw new FakeProblem('not-found', 'Nobody on our shelves has this name right now.');
};

describe('/people/{name}', () => {
  it('shows everything by a name under each role, and who they worked with', async () => {
    openPage('/people/Meera%20Sahni', {
      server: [plays(catalogApi, { ...emptyLists, getCreator: () => person })],
    });

    const heading = await screen.findByRole('heading', { level: 1, name: 'Meera Sahni' });
    expect(heading.nextElementSibling?.textContent).toBe(
      '(she/her) 2 eBooks and 1 short film · English, Hindi',
    );
    expect(document.title).toBe('Meera Sahni | Satrangi');
    const wrote = within(screen.getByRole('region', { name: 'Wrote 2' }));
    expect(wrote.getAllByRole('article').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/eBook, 2026Book a₹249$/),
      expect.stringMatching(/eBook, 2026Book b₹249$/),
    ]);
    const appears = within(screen.getByRole('region', { name: 'Appears in 1' }));
    expect(appears.getByRole('article').textContent).toContain('Short filmChhaataNoor Sheikh');
    const madeWith = within(screen.getByRole('region', { name: 'Made with' }));
    expect(madeWith.getByRole('link', { name: 'Noor Sheikh' }).getAttribute('href')).toBe(
      '/people/Noor%20Sheikh',
    );
  });

  it('says in the words of editors who somebody is, in their language, and shows a change without a reload', async () => {
    const streams = stubEventSource();
    let about: { text: string; language: string } | undefined = {
      text: 'मीरा भोपाल में रहती हैं।\n\nवे हिंदी में लिखती हैं।',
      language: 'hi',
    };
    openPage('/people/Meera%20Sahni', {
      server: [plays(catalogApi, { ...emptyLists, getCreator: () => ({ ...person, about }) })],
    });

    const first = await screen.findByText('मीरा भोपाल में रहती हैं।');
    expect(first.nextElementSibling?.textContent).toBe('वे हिंदी में लिखती हैं।');
    expect(first.parentElement?.lang).toBe('hi');
    about = { text: 'حارث حیدرآباد میں رہتے ہیں۔', language: 'ur' };
    await waitFor(() => expect(streams.length).toBeGreaterThan(0));
    act(() => sendToAll(streams, 'person-updated'));
    const urdu = await screen.findByText(about.text);
    expect([urdu.parentElement?.lang, urdu.parentElement?.dir]).toEqual(['ur', 'rtl']);
    about = undefined;
    act(() => sendToAll(streams, 'person-updated'));
    await waitFor(() => expect(screen.queryByText(/حیدرآباد/)).toBeNull());
  });

  it('shows one or two titles of a role wide, with their beginning, and a repeated one as a card', async () => {
    const opening = 'Four stories from four towns.';
    const wide = { ...book('a', { pages: 96 }), opening };
    openPage('/people/Meera%20Sahni', {
      server: [
        plays(catalogApi, {
          ...emptyLists,
          getCreator: () => ({
            ...person,
            roles: [
              { role: 'author' as const, total: 1, items: [wide] },
              {
                role: 'director' as const,
                total: 1,
                items: [{ ...film, duration: 12, creator: 'Noor Sheikh', opening: 'Rain.' }],
              },
              { role: 'narrator' as const, total: 1, items: [wide] },
            ],
          }),
        }),
      ],
    });

    const wrote = within(await screen.findByRole('region', { name: 'Wrote' }));
    await waitFor(() =>
      expect(wrote.getByRole('article').textContent).toMatch(
        /eBook, 2026Book aFour stories from four towns\.₹24996 pages$/,
      ),
    );
    expect(wrote.getAllByRole('link')).toHaveLength(1);
    const directed = within(screen.getByRole('region', { name: 'Directed' }));
    expect(directed.getByRole('article').textContent).toMatch(
      /Short film, HindiChhaataNoor SheikhRain\..*12 min$/,
    );
    const readAloud = within(screen.getByRole('region', { name: 'Read aloud 1' }));
    expect(readAloud.queryByText(opening)).toBeNull();
  });

  it('leads on to what goes with the newest title, without those of the page, and to everything of its kind', async () => {
    const asked: string[] = [];
    const listRelated = ({ params }: { params: { mediaId: string } }) => {
      asked.push(params.mediaId);
      return {
        items: [
          { ...book('b'), reason: { kind: 'author' as const, name: 'Meera Sahni' } },
          {
            ...book('c', { author: 'Kavya' }),
            reason: { kind: 'genre' as const, name: 'Poetry', language: 'ta' },
          },
        ],
        collections: [],
      };
    };
    openPage('/people/Meera%20Sahni', {
      server: [plays(catalogApi, { getCreator: () => person, listRelated })],
    });

    const shelf = within(await screen.findByRole('region', { name: 'You may also like' }));
    const [card, ...rest] = await shelf.findAllByRole('article');
    expect([card?.textContent, rest]).toEqual([
      expect.stringMatching(/Also poetry in TamilBook cKavya₹249$/),
      [],
    ]);
    expect(asked).toEqual(['a']);
    expect(shelf.getByRole('link', { name: 'Digital library' }).getAttribute('href')).toBe(
      '/digital-library',
    );
  });

  it('without such titles there is only the way to all others', async () => {
    const own = { ...book('a'), reason: { kind: 'author' as const, name: 'Meera Sahni' } };
    const listRelated = () => ({ items: [own], collections: [] });
    openPage('/people/Meera%20Sahni', {
      server: [plays(catalogApi, { getCreator: () => person, listRelated })],
    });

    const main = within(await screen.findByRole('main'));
    await main.findByRole('link', { name: 'Digital library' });
    await expect.poll(() => main.queryByRole('heading', { name: 'You may also like' })).toBeNull();
    expect(main.getByRole('link', { name: 'Digital library' })).toBeTruthy();
  });

  it('when those titles do not load it says so, and they can be tried again', async () => {
    let isUp = false;
    const listRelated = () => {
      if (!isUp) throw new FakeProblem('unavailable', 'down');
      return { items: [{ ...book('c'), reason: { kind: 'tag' as const, name: 'rain' } }], collections: [] };
    };
    const { user } = openPage('/people/Meera%20Sahni', {
      server: [plays(catalogApi, { getCreator: () => person, listRelated })],
    });
    const shelf = within(await screen.findByRole('region', { name: 'You may also like' }));
    expect((await shelf.findByRole('alert')).textContent).toContain('These titles did not load.');
    isUp = true;
    await user.click(shelf.getByRole('button', { name: 'Try again' }));

    expect((await shelf.findByRole('article')).textContent).toContain('Also about rain');
  });

  it('asks for the name as it is spelt in the address, also with a slash', async () => {
    const names: string[] = [];
    const getCreator = ({ params }: { params: { name: string } }) => {
      names.push(params.name);
      return person;
    };
    openPage('/people/A%2FB%20%E0%A4%B0', { server: [plays(catalogApi, { ...emptyLists, getCreator })] });

    await screen.findByRole('heading', { level: 1, name: 'Meera Sahni' });
    expect(names.map(decodeURIComponent)).toEqual(['A/B र']);
  });

  it('says that a name is unknown, and offers a search for it', async () => {
    openPage('/people/Nobody', { server: [plays(catalogApi, { getCreator: unknown })] });

    expect(await screen.findByRole('heading', { level: 1, name: 'Name not found' })).toBeTruthy();
    expect(
      screen.getByText('Nobody on our shelves has this name right now. It may be spelt another way.'),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Search for “Nobody”' }).getAttribute('href')).toBe(
      '/search?q=Nobody',
    );
  });

  it('a failed load is not an unknown name, and can be tried again', async () => {
    let isUp = false;
    const getCreator = () => {
      if (!isUp) throw new FakeProblem('unavailable', 'down');
      return person;
    };
    const { user } = openPage('/people/Meera%20Sahni', {
      server: [plays(catalogApi, { ...emptyLists, getCreator })],
    });
    expect((await screen.findByRole('alert')).textContent).toContain('This page did not load.');
    expect(screen.queryByText(/not found/i)).toBeNull();

    isUp = true;
    await user.click(screen.getByRole('button', { name: 'Try again' }));

    expect(await screen.findByRole('region', { name: 'Wrote 2' })).toBeTruthy();
  });
});
