import {
  draftTexts,
  type EditorItem,
  type MediaDraft,
  MediaId,
  mediaTypes,
  UserId,
} from '@satrangi/contracts';
import { anEditorItem, FakeProblem } from '@satrangi/contracts/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { newDraft, requiredFields } from '../features/media/form-fields.ts';
import { transport } from '../lib/transport.ts';
import { openAdmin } from '../testing/open-admin.tsx';

const LINK = 'https://drive.google.com/file/d/1234567890abc/view';
const OTHER = 'https://drive.google.com/file/d/abcdefghij123/view';
const meta = { id: '1', name: 'film.mp4', mimeType: 'video/mp4', webViewLink: null };

const item = (values: Partial<EditorItem> = {}, draft: Partial<MediaDraft> = {}): EditorItem =>
  anEditorItem({
    _id: MediaId.parse('one'),
    title: 'Night Bus',
    draftRevision: 'r1',
    ...values,
    draft: {
      ...newDraft(),
      title: 'Night Bus',
      author: 'Jerusha Pinto',
      description: 'A bus.',
      transcript: null,
      ...draft,
    },
  });
/** The form comes as a chunk of its own. */
const form = () => screen.findByRole('form', undefined, { timeout: 10_000 });
const save = async (user: ReturnType<typeof openAdmin>['user']) =>
  user.click(screen.getByRole('button', { name: 'Save' }));

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

  it('a fourth featured item says so, other failures say the sentence (ADM-09, ADM-14)', async () => {
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

describe('the Drive link (ADM-10, ADM-11)', () => {
  it('empty: Enter a Drive link first; then loading and ok, by paste', async () => {
    const held = Promise.withResolvers<{ ok: true; meta: typeof meta }>();
    const { user } = openAdmin('/?tab=media&open=ebook:one', {
      catalog: { getEbookDraft: () => item(), verifyDriveLink: () => held.promise },
    });
    const own = within(await form());
    await user.click(own.getByRole('button', { name: 'Check link' }));
    expect(await own.findByText('Enter a Drive link first')).toBeTruthy();
    await user.click(own.getByLabelText('Google Drive link'));
    await user.paste(LINK);
    expect((await own.findByText('Checking …')).dataset.state).toBe('loading');
    held.resolve({ ok: true, meta });
    expect((await own.findByText('Checked: film.mp4 (video/mp4)')).dataset.state).toBe('ok');
    expect(await own.findByText('desk@house.example')).toBeTruthy();
  });

  it.each([
    ['document-no-access', 'no-access', 'Service account does not have access to this file.'],
    ['not-found', 'not-found', 'File not found'],
    ['unavailable', 'error', 'Error verifying file'],
  ] as const)('%s: %s, and the save is held back', async (code, state, sentence) => {
    const update = vi.fn(() => item());
    const { user } = openAdmin('/?tab=media&open=ebook:one', {
      catalog: {
        getEbookDraft: () => item(),
        updateEbook: update,
        verifyDriveLink: () => {
          throw new FakeProblem(code, 'No');
        },
      },
    });
    const own = within(await form());
    await user.type(own.getByLabelText('Google Drive link'), LINK);
    await user.click(own.getByRole('button', { name: 'Check link' }));
    expect((await own.findByText(sentence)).dataset.state).toBe(state);
    await save(user);
    expect(
      await own.findByText('Please fix the Google Drive link verification error before saving.'),
    ).toBeTruthy();
    expect(update).not.toHaveBeenCalled();
    expect(screen.queryByText('This account is no admin any more.')).toBeNull();
  });

  it('changed since its check is held back; the stored one may be saved as it is', async () => {
    const update = vi.fn(({ body }: { body: MediaDraft }) => item({ driveLink: body.driveLink }, body));
    const { user } = openAdmin('/?tab=media&open=ebook:one', {
      catalog: {
        getEbookDraft: () => item({ driveLink: LINK, driveState: 'ok' }, { driveLink: LINK }),
        updateEbook: update,
        verifyDriveLink: () => ({ ok: true, meta }),
      },
    });
    const own = within(await form());
    await user.type(own.getByLabelText(/^Title \(/), '!');
    await save(user);
    await waitFor(() => expect(update).toHaveBeenCalledOnce());
    const link = own.getByLabelText('Google Drive link');
    await user.clear(link);
    await user.type(link, OTHER);
    await save(user);
    const changed = 'Drive link changed. Please verify the new link before saving.';
    expect(await own.findByText(changed)).toBeTruthy();
    await user.click(own.getByRole('button', { name: 'Check link' }));
    await own.findByText(/^Checked: /);
    await user.clear(link);
    await user.type(link, `${LINK}?usp=sharing`);
    await save(user);
    expect(await own.findByText(changed)).toBeTruthy();
    expect(update).toHaveBeenCalledOnce();
  });
});

describe('files (ADM-12, ADM-13)', () => {
  const picture = new File(['x'], 'cover.png', { type: 'image/png' });

  it('a thumbnail is for eBooks only, with its advice; warnings and failures are said', async () => {
    let isDown = true;
    const { user } = openAdmin('/?tab=media&open=ebook:one', {
      catalog: {
        getEbookDraft: () => item(),
        uploadEbookThumbnail: () => {
          if (isDown) throw new FakeProblem('too-large', 'More than 5 MB');
          return item({ warnings: ['Not about 1.6:1.'] });
        },
      },
    });
    const files = within(await screen.findByRole('region', { name: 'Files' }));
    expect(files.getByText(/JPG or PNG, about 1\.6:1, under 500KB/)).toBeTruthy();
    await user.upload(files.getByLabelText('Thumbnail'), picture);
    expect(await files.findByText(/^Thumbnail upload failed/)).toBeTruthy();
    isDown = false;
    await user.upload(files.getByLabelText('Thumbnail'), picture);
    expect(await files.findByText('cover.png is stored.')).toBeTruthy();
    expect(files.getByText('Not about 1.6:1.')).toBeTruthy();
  });

  it('a film has a clip and captions and no thumbnail; without a picture the logo stands in its place', async () => {
    openAdmin('/?tab=media&open=shortfilm:one', {
      catalog: { getShortFilmDraft: () => item({ mediaType: 'shortfilm' }, { mediaType: 'short-film' }) },
    });
    const files = within(await screen.findByRole('region', { name: 'Files' }));
    expect(files.queryByLabelText('Thumbnail')).toBeNull();
    expect(files.getByLabelText('Free clip')).toBeTruthy();
    expect(files.getByLabelText('Captions')).toBeTruthy();
    const card = screen.getByRole('region', { name: 'How it looks in the shop' });
    expect(card.querySelector('[data-cover] svg rect')).toBeTruthy();
    expect(card.querySelector('img')).toBeNull();
  });

  it('wait until what was typed is saved', async () => {
    openAdmin('/?tab=media&open=ebook:one', { catalog: { getEbookDraft: () => item() } });
    const own = within(await form());
    fireEvent.input(own.getByLabelText(/^Title \(/), { target: { value: 'Other' } });
    expect(await screen.findByText('Save what you typed, then upload files here.')).toBeTruthy();
  });
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
