import type { AboutDraft, EditorPerson } from '@satrangi/contracts';
import { FakeProblem } from '@satrangi/contracts/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { heldActs } from '../lib/held-back.ts';
import { openAdmin } from '../testing/open-admin.tsx';

const AT = '2026-11-20T10:00:00.000Z';
const person = (name: string, id: string, change: Partial<EditorPerson> = {}): EditorPerson => ({
  personId: id.repeat(32),
  kind: 'person',
  name,
  total: 1,
  about: null,
  version: 0,
  updatedAt: null,
  ...change,
});
const about = { text: 'मीरा भोपाल में रहती हैं।', language: 'hi' };
const meera = person('Meera Sahni', 'a', { total: 2, about, version: 3, updatedAt: AT });
const noor = person('Noor Sheikh', 'b');
const verandah = person('Verandah', 'd', { kind: 'series', total: 2 });

beforeEach(() => {
  heldActs.set(new Map());
  localStorage.clear();
  sessionStorage.clear();
});

type Query = { q: string; kind?: string | undefined; words?: string | undefined };
type Written = { personId: string; body?: AboutDraft };

/** A catalog with people; `sent` collects what is saved and deleted, `asked` the queries of the list. */
const catalogWith = (...given: EditorPerson[]) => {
  let stored = given;
  const sent: Written[] = [];
  const asked: Query[] = [];
  const found = (personId: string): EditorPerson => {
    const one = stored.find((each) => each.personId === personId);
    if (!one) throw new FakeProblem('not-found', 'No published title names this person right now.');
    return one;
  };
  const write = (personId: string, text: EditorPerson['about']): EditorPerson => {
    const before = found(personId);
    const after = { ...before, about: text, version: before.version + 1, updatedAt: AT };
    stored = stored.map((each) => (each === before ? after : each));
    return after;
  };
  return {
    sent,
    asked,
    answers: {
      listEditorPeople: ({ query }: { query: Query }) => {
        asked.push({ q: query.q, kind: query.kind, words: query.words });
        const results = stored.filter(
          (each) =>
            each.name.toLowerCase().includes(query.q.toLowerCase()) &&
            (!query.kind || each.kind === query.kind) &&
            (!query.words || (each.about !== null) === (query.words === 'written')),
        );
        const written = stored.filter((each) => each.about !== null).length;
        return { results, total: results.length, written, page: 1, pageSize: 20 };
      },
      getEditorPerson: ({ params: { personId } }: { params: { personId: string } }) => found(personId),
      savePersonAbout: ({
        params: { personId },
        body,
      }: {
        params: { personId: string };
        body: AboutDraft;
      }) => {
        sent.push({ personId, body });
        return write(personId, body);
      },
      deletePersonAbout: ({ params: { personId } }: { params: { personId: string } }) => {
        sent.push({ personId });
        write(personId, null);
        return { ok: true as const };
      },
    },
  };
};
const rows = async () =>
  within(await screen.findByRole('list', { name: 'Creators' }))
    .getAllByRole('listitem')
    .map((row) => row.querySelector('button')?.textContent);
const form = (name: string) => screen.findByRole('form', { name }, { timeout: 10_000 });

describe('Creators, the list', () => {
  it('has everybody with the beginning of the words, and says where readers see none', async () => {
    const gone = person('Uma Bisht', 'c', { total: 0, about: { text: 'Uma.', language: 'en' }, version: 1 });
    const { answers } = catalogWith(meera, noor, gone);
    openAdmin('/?tab=creators', { catalog: answers });

    expect(await rows()).toEqual([
      `Meera Sahni2 titles${about.text}`,
      'Noor Sheikh1 title · no words yet',
      'Uma Bishtno title on the shelves: readers do not see thisUma.',
    ]);
    expect(screen.getByText(about.text).lang).toBe('hi');
    expect(screen.getByText('2 with words')).toBeTruthy();
  });

  it('is searched by name and narrowed to people without words; when nobody is like that it leads back', async () => {
    const { answers, asked } = catalogWith(meera, noor);
    const { user } = openAdmin('/?tab=creators', { catalog: answers });
    await rows();

    await user.selectOptions(screen.getByLabelText('Show'), 'Without words');
    await waitFor(async () => expect(await rows()).toEqual(['Noor Sheikh1 title · no words yet']));
    await user.type(screen.getByRole('searchbox', { name: 'Search a name' }), 'meera{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Nobody is like that. Show everybody' }));
    await waitFor(async () => expect(await rows()).toHaveLength(2));
    expect(asked).toContainEqual({ q: 'meera', words: 'missing' });
  });

  it('says of a series that it is one, and shows only series, or only people', async () => {
    const written = { ...verandah, about: { text: 'A quarterly.', language: 'en' }, version: 1 };
    const { answers, asked } = catalogWith(noor, written);
    const { user } = openAdmin('/?tab=creators', { catalog: answers });
    expect(await rows()).toEqual([
      'Noor Sheikh1 title · no words yet',
      'VerandahSeries · 2 issuesA quarterly.',
    ]);

    await user.selectOptions(screen.getByLabelText('List'), 'Series');
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    await user.selectOptions(screen.getByLabelText('Show'), 'Without words');
    await user.click(await screen.findByRole('button', { name: 'No series is like that. Show all' }));
    await waitFor(async () => expect(await rows()).toHaveLength(2));
    expect(asked).toContainEqual({ q: '', kind: 'series', words: 'missing' });
  });

  it('that cannot be loaded, and one without anybody, have their sentences', async () => {
    let isDown = true;
    const { answers } = catalogWith();
    const { user } = openAdmin('/?tab=creators', {
      catalog: {
        ...answers,
        listEditorPeople: (input) => {
          if (isDown) throw new FakeProblem('unavailable', 'Not now');
          return answers.listEditorPeople(input);
        },
      },
    });
    expect(await screen.findByText('Failed to load creators')).toBeTruthy();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No published title names anybody yet.')).toBeTruthy();
  });

  it('deletes words with one press, and brings them back within ten seconds', async () => {
    const { answers, sent } = catalogWith(meera);
    const { user } = openAdmin('/?tab=creators', { catalog: answers });

    await user.click(await screen.findByRole('button', { name: 'Delete the words about Meera Sahni' }));
    expect(screen.getByText('The words about Meera Sahni are deleted in 10 seconds.')).toBeTruthy();
    expect(await rows()).toEqual(['Meera Sahni2 titles · no words yet']);
    await user.click(screen.getByRole('button', { name: 'Undo' }));

    expect(await rows()).toEqual([`Meera Sahni2 titles${about.text}`]);
    expect(sent).toEqual([]);
  });

  it('a refused deletion says why, and the words are there again', async () => {
    const catalog = catalogWith(meera);
    const { user } = openAdmin('/?tab=creators', {
      catalog: {
        ...catalog.answers,
        deletePersonAbout: () => {
          throw new FakeProblem('version-conflict', 'Another editor has changed these words.');
        },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Delete the words about Meera Sahni' }));
    // leaving the page sends what waits
    dispatchEvent(new Event('pagehide'));

    expect(
      await screen.findByText(
        'Failed to delete the words about Meera Sahni: Another editor has changed these words.',
      ),
    ).toBeTruthy();
    expect(await rows()).toEqual([`Meera Sahni2 titles${about.text}`]);
  });
});

describe('Creators, the form', () => {
  it('writes words about a person, asks to have asked them, and counts the characters', async () => {
    const { answers, sent } = catalogWith(noor);
    const { user } = openAdmin(`/?tab=creators&open=${noor.personId}`, { catalog: answers });
    const inForm = within(await form('Words about Noor Sheikh'));
    const words = inForm.getByLabelText('Words');
    const hintOf = (element: HTMLElement) =>
      document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent;
    expect(hintOf(words)).toMatch(/^Write only what they themselves want said, and ask them first\./);
    expect(inForm.queryByRole('button', { name: 'Delete the words' })).toBeNull();

    await user.type(words, 'Noor draws films.{Enter}{Enter}By hand.');
    expect(hintOf(words)).toContain('27 of 600 characters.');
    await user.clear(inForm.getByLabelText('Language'));
    await user.type(inForm.getByLabelText('Language'), 'en');
    await user.click(inForm.getByRole('button', { name: 'Save' }));

    await waitFor(() =>
      expect(sent).toEqual([
        { personId: noor.personId, body: { text: 'Noor draws films.\n\nBy hand.', language: 'en' } },
      ]),
    );
    expect(await inForm.findByRole('button', { name: 'Delete the words' })).toBeTruthy();
    expect(inForm.getByRole('link', { name: /^See their page/ }).getAttribute('href')).toBe(
      '/people/Noor%20Sheikh',
    );
  });

  it('writes words about a series, in the sentences of a series, and leads to its page', async () => {
    const { answers, sent } = catalogWith(verandah);
    const { user } = openAdmin(`/?tab=creators&open=${verandah.personId}`, { catalog: answers });
    const inForm = within(await form('Words about Verandah'));
    const words = inForm.getByLabelText('Words');
    expect(inForm.getByText(/^What the series is, and for whom\./)).toBeTruthy();
    expect(inForm.getByRole('link', { name: /^See its page/ }).getAttribute('href')).toBe('/series/Verandah');

    await user.type(words, ' ');
    await user.click(inForm.getByRole('button', { name: 'Save' }));
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Write a sentence about this series, or delete the words',
    );
    await user.type(words, 'A quarterly.');
    await user.click(inForm.getByRole('button', { name: 'Save' }));

    await waitFor(() =>
      expect(sent).toEqual([{ personId: verandah.personId, body: { text: 'A quarterly.', language: 'en' } }]),
    );
  });

  it('says at once what is missing, in the sentences of the service', async () => {
    const { answers, sent } = catalogWith(meera);
    const { user } = openAdmin(`/?tab=creators&open=${meera.personId}`, { catalog: answers });
    await form('Words about Meera Sahni');
    const words = screen.getByLabelText('Words');
    expect([words.lang, (words as HTMLTextAreaElement).value]).toEqual(['hi', about.text]);

    await user.clear(words);
    await user.clear(screen.getByLabelText('Language'));
    await user.type(screen.getByLabelText('Language'), 'Hindi!');
    await user.click(screen.getByRole('button', { name: 'Save' }));

    const summary = (await screen.findByRole('alert')).textContent;
    expect(summary).toContain('Write a sentence about this person, or delete the words');
    expect(summary).toContain('Language must be a BCP 47 tag, such as en, hi or ta');
    expect(sent).toEqual([]);
  });

  it('deletes the words with one press, also over typed ones, and sends the version it showed', async () => {
    const catalog = catalogWith(meera);
    const versions: (string | null)[] = [];
    const { user, fetched } = openAdmin(`/?tab=creators&open=${meera.personId}`, {
      catalog: catalog.answers,
    });
    const inForm = within(await form('Words about Meera Sahni'));
    await user.type(inForm.getByLabelText('Words'), ' More.');
    await user.click(inForm.getByRole('button', { name: 'Delete the words' }));

    await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
    expect(screen.getByText('The words about Meera Sahni are deleted in 10 seconds.')).toBeTruthy();
    const answer = fetched.getMockImplementation();
    fetched.mockImplementation(async (input, init) => {
      if (init?.method === 'DELETE') versions.push(new Headers(init.headers).get('if-match'));
      return answer?.(input, init) as Promise<Response>;
    });
    dispatchEvent(new Event('pagehide'));
    await waitFor(() => expect(catalog.sent).toEqual([{ personId: meera.personId }]));
    expect(versions).toEqual(['"3"']);
    await waitFor(async () => expect(await rows()).toEqual(['Meera Sahni2 titles · no words yet']));
  });

  it('shows both texts when another editor saved in between', async () => {
    const theirs = { ...meera, about: { text: 'Theirs.', language: 'en' }, version: 9 };
    const save = vi.fn(() => {
      throw new FakeProblem('version-conflict', 'Another editor has changed these words.', {
        current: theirs,
      });
    });
    const { user } = openAdmin(`/?tab=creators&open=${meera.personId}`, {
      catalog: { ...catalogWith(meera).answers, savePersonAbout: save },
    });
    const inForm = within(await form('Words about Meera Sahni'));
    await user.type(inForm.getByLabelText('Words'), ' Mine.');
    await user.click(inForm.getByRole('button', { name: 'Save' }));

    const panel = within(await screen.findByRole('dialog', { name: 'Content changed since you opened it' }));
    const words = within(panel.getByRole('group', { name: 'Words' }));
    await waitFor(() => expect(words.getByText('Theirs.')).toBeTruthy());
  });
});
