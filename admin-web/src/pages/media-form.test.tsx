import { draftTexts, type MediaDraft, mediaTypes, UserId } from '@satrangi/contracts';
import { FakeProblem } from '@satrangi/contracts/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { requiredFields } from '../features/media/form-fields.ts';
import { transport } from '../lib/transport.ts';
import { form, item, LINK, meta, save } from '../testing/media-form-fixture.ts';
import { openAdmin } from '../testing/open-admin.tsx';

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(transport, 'withProgress').mockImplementation((onProgress) => (input, init) => {
    onProgress(1);
    return fetch(input, init);
  });
});

describe('the form of a kind (ADM-08)', () => {
  it.each(mediaTypes.map((kind) => [kind.label, kind] as const))(
    '%s has the fields of its kind and says which the contract requires',
    async (label, kind) => {
      const { user } = openAdmin('/?tab=media&open=new');
      const own = within(await form());
      await user.selectOptions(own.getByLabelText('Type'), label);
      const has = (name: string) => own.queryByLabelText(new RegExp(`^${name}( \\(required\\))?$`)) !== null;
      expect(has('Author')).toBe(kind.creator === 'author' || kind.stored === 'audio-story');
      expect(has('Director')).toBe(kind.file === 'video');
      expect(has('Narrator')).toBe(kind.file !== 'pdf');
      expect(has('Speaker')).toBe(kind.stored === 'oral-history');
      expect(has('Audio URL')).toBe(kind.file === 'audio');
      expect(has('Video URL')).toBe(kind.file === 'video');
      expect(has('PDF URL')).toBe(kind.file === 'pdf');
      expect(has('Issue number')).toBe(kind.stored === 'magazine');
      const required = [...requiredFields(kind)];
      expect(required).toEqual(expect.arrayContaining(['title', 'description', 'formats']));
      expect(required.includes('author')).toBe(kind.creator === 'author');
      expect(required.includes('director')).toBe(kind.creator === 'director');
    },
  );

  it('keeps the typed creator when the kind of a new title changes', async () => {
    const { user } = openAdmin('/?tab=media&open=new');
    const own = within(await form());
    const value = (label: RegExp) => own.getByLabelText<HTMLInputElement>(label).value;
    await user.type(own.getByLabelText(/^Author/), 'Meera');
    await user.selectOptions(own.getByLabelText('Type'), 'Short film');
    expect(value(/^Director/)).toBe('Meera');
    await user.selectOptions(own.getByLabelText('Type'), 'Oral history');
    expect(value(/^Speaker/)).toBe('Meera');
    // an audio story has an author and a narrator
    await user.type(own.getByLabelText(/^Narrator/), 'Ira');
    await user.selectOptions(own.getByLabelText('Type'), 'Magazine');
    expect(value(/^Author/)).toBe('Meera');
    await user.selectOptions(own.getByLabelText('Type'), 'Audio story');
    expect([value(/^Author$/), value(/^Narrator/)]).toEqual(['Meera', 'Ira']);
  });

  it.each([
    ['eBook', [draftTexts.title, draftTexts.description, draftTexts.format]],
    ['Short film', [draftTexts.title, draftTexts.description]],
  ])(
    '%s without its required fields is not sent, and says what is missing (ADM-14)',
    async (label, sentences) => {
      const { user } = openAdmin('/?tab=media&open=new');
      const own = within(await form());
      await user.selectOptions(own.getByLabelText('Type'), label);
      if (label === 'eBook') await user.click(own.getByRole('checkbox', { name: 'Text' }));
      await save(user);
      expect(await own.findByText('Failed to save media. Check required fields.')).toBeTruthy();
      for (const sentence of sentences)
        expect(own.getAllByText(new RegExp(sentence)).length).toBeGreaterThan(0);
    },
  );

  it.each([
    ['Magazine', 'Author', draftTexts.author],
    ['Documentary', 'Director', draftTexts.director],
  ])('%s requires its %s; prices are at least 0', async (label, field, sentence) => {
    const { user } = openAdmin('/?tab=media&open=new');
    const own = within(await form());
    await user.selectOptions(own.getByLabelText('Type'), label);
    await user.type(own.getByLabelText(/^Title \(/), 'T');
    await user.type(own.getByLabelText(/^Description/), 'D');
    await save(user);
    expect((await own.findAllByText(new RegExp(sentence))).length).toBeGreaterThan(0);
    await user.type(own.getByLabelText(new RegExp(`^${field} \\(`)), 'N');
    await user.type(own.getByLabelText('Price in rupees'), '-1');
    await save(user);
    expect((await own.findAllByText(new RegExp(draftTexts.price))).length).toBeGreaterThan(0);
  });

  it.each([
    ['Short film', 'Director', draftTexts.videoUrl],
    ['Audio story', 'Author', draftTexts.audioUrl],
  ])('%s requires its URL, a Drive link, or a file that follows', async (label, creator, sentence) => {
    const bodies: MediaDraft[] = [];
    const create = ({ body }: { body: MediaDraft }) => {
      bodies.push(body);
      return item({ mediaType: label === 'Short film' ? 'shortfilm' : 'audiostory' }, body);
    };
    const { user } = openAdmin('/?tab=media&open=new', {
      catalog: {
        createShortFilm: create,
        createAudioStory: create,
        getShortFilmDraft: () => item({ mediaType: 'shortfilm' }),
        getAudioStoryDraft: () => item({ mediaType: 'audiostory' }),
      },
    });
    const own = within(await form());
    await user.selectOptions(own.getByLabelText('Type'), label);
    await user.type(own.getByLabelText(/^Title \(/), 'T');
    await user.type(own.getByLabelText(/^Description/), 'D');
    await user.type(own.getByLabelText(new RegExp(`^${creator}`)), 'N');
    await save(user);
    expect((await own.findAllByText(new RegExp(sentence))).length).toBeGreaterThan(0);
    expect(bodies).toEqual([]);
    await user.click(own.getByLabelText('The file is uploaded after saving'));
    await save(user);
    await waitFor(() => expect(bodies).toHaveLength(1));
    await waitFor(() => expect(location.search).toMatch(/open=(shortfilm|audiostory)%3Aone/));
  });
});

describe('saving', () => {
  it('sends the revision and every field; Ctrl+S does it, too', async () => {
    const bodies: MediaDraft[] = [];
    const { user, fetched } = openAdmin('/?tab=media&open=ebook:one', {
      catalog: {
        getEbookDraft: () => item({}, { transcript: 'Kept.', tags: ['a', 'b'] }),
        updateEbook: ({ body }) => {
          bodies.push(body);
          return item({ title: body.title, draftRevision: 'r2' }, body);
        },
      },
    });
    const own = within(await form());
    await user.type(own.getByLabelText(/^Title \(/), '!');
    await user.type(own.getByLabelText('Content notes'), 'Grief, Loss');
    await user.type(own.getByLabelText('Price in dollars'), '2.5');
    await user.click(own.getByLabelText('Draw a cover'));
    expect(screen.getByRole('region', { name: 'How it looks in the shop' }).textContent).toContain(
      'Night Bus!',
    );
    await user.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(bodies).toHaveLength(1));
    expect(bodies[0]).toMatchObject({
      title: 'Night Bus!',
      contentNotes: ['Grief', 'Loss'],
      priceUSD: 2.5,
      transcript: 'Kept.',
      tags: ['a', 'b'],
      cover: { motif: 'windows' },
    });
    const put = fetched.mock.calls.find(([, init]) => init?.method === 'PUT');
    expect(new Headers(put?.[1]?.headers).get('if-match')).toBe('"r1"');
  });

  it('a fourth featured item shows a sentence, other failures say the sentence (ADM-09, ADM-14)', async () => {
    let code: 'featured-full' | 'unavailable' = 'featured-full';
    const { user } = openAdmin('/?tab=media&open=ebook:one', {
      catalog: {
        getEbookDraft: () => item(),
        updateEbook: () => {
          throw new FakeProblem(code, 'No');
        },
      },
    });
    const own = within(await form());
    await user.click(own.getByLabelText('Featured on the home page'));
    await save(user);
    expect(await own.findByText('You can only select up to 3 featured publications.')).toBeTruthy();
    code = 'unavailable';
    await save(user);
    expect(await own.findByText('Failed to save media. Check required fields.')).toBeTruthy();
  });

  it('over another save shows both texts (P81)', async () => {
    let now = item();
    const { user } = openAdmin('/?tab=media&open=ebook:one', {
      catalog: {
        getEbookDraft: () => now,
        updateEbook: () => {
          now = item({ draftRevision: 'r9' }, { title: 'Theirs' });
          throw new FakeProblem('version-conflict', 'Changed');
        },
      },
    });
    const own = within(await form());
    await user.type(own.getByLabelText(/^Title \(/), ' mine');
    await save(user);
    const panel = within(await screen.findByRole('dialog', { name: 'Content changed since you opened it' }));
    expect(panel.getByRole('group', { name: 'Title' }).textContent).toMatch(/Theirs.*mine/);
  });
});

it('a new item is sent again with the key of its first request, whose answer was lost', async () => {
  let isLost = true;
  const { user, fetched } = openAdmin('/?tab=media&open=new', {
    catalog: {
      createEbook: ({ body }) => {
        if (isLost) throw new FakeProblem('unavailable', 'No');
        return item({}, body);
      },
      getEbookDraft: () => item(),
    },
  });
  const own = within(await form());
  await user.type(own.getByLabelText(/^Title \(/), 'T');
  await user.type(own.getByLabelText(/^Description/), 'D');
  await user.type(own.getByLabelText(/^Author \(/), 'A');
  await save(user);
  await own.findByText('Failed to save media. Check required fields.');
  isLost = false;
  await save(user);
  await waitFor(() => expect(location.search).toBe('?tab=media&open=ebook%3Aone'));

  const keys = fetched.mock.calls
    .filter(([url, init]) => String(url).endsWith('/admin/ebooks') && init?.method === 'POST')
    .map(([, init]) => new Headers(init?.headers).get('idempotency-key'));
  expect(keys).toEqual([keys[0], keys[0]]);
  expect(keys[0]).toBeTruthy();
});

describe('an item of a submission (PUB-22)', () => {
  it('carries title, description, media, driveLink and creatorId, and is sent with the item', async () => {
    const bodies: MediaDraft[] = [];
    const { user } = openAdmin('/?tab=media&submissionId=sub1', {
      publishing: {
        getSubmission: () => ({
          _id: 'sub1',
          id: 'sub1',
          number: 'S-1',
          title: 'The Ledger',
          name: 'A pen name',
          email: 'a@example.org',
          description: 'A hostel ledger in Pune, kept for forty years.',
          media: 'magazine',
          driveLink: LINK,
          status: 'accepted',
          version: 1,
          createdAt: '2026-11-20T10:00:00.000Z',
          creatorId: UserId.parse('author1'),
          history: [],
          notes: [],
          file: null,
          mediaId: null,
        }),
      },
      catalog: {
        verifyDriveLink: () => ({ ok: true, meta }),
        createMagazine: ({ body }) => {
          bodies.push(body);
          return item({ mediaType: 'magazine' }, body);
        },
        getMagazineDraft: () => item({ mediaType: 'magazine' }),
      },
    });
    const own = within(await form());
    expect(own.getByLabelText<HTMLSelectElement>('Type').value).toBe('magazine');
    expect(own.getByLabelText<HTMLInputElement>(/^Author \(/).value).toBe('');
    await own.findByText(/^Checked: /);
    await user.type(own.getByLabelText(/^Author \(/), 'A pen name');
    await save(user);
    await waitFor(() => expect(bodies).toHaveLength(1));
    expect(bodies[0]).toMatchObject({
      title: 'The Ledger',
      description: 'A hostel ledger in Pune, kept for forty years.',
      mediaType: 'magazine',
      driveLink: LINK,
      creatorId: 'author1',
      submissionId: 'sub1',
    });
    await waitFor(() => expect(location.search).toBe('?tab=media&open=magazine%3Aone'));
  });
});
