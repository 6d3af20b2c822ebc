import type { catalogApi, EditorItem, MediaDraft } from '@satrangi/contracts';
import { type FakeAnswers, FakeProblem } from '@satrangi/contracts/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { measureWaveform } from '../features/media/measure-waveform.ts';
import { mediaFormTexts } from '../features/media/media-form-texts.ts';
import { transport } from '../lib/transport.ts';
import { form, item, LINK, meta, OTHER, save } from '../testing/media-form-fixture.ts';
import { openAdmin } from '../testing/open-admin.tsx';

vi.mock('../features/media/measure-waveform.ts', () => ({ measureWaveform: vi.fn() }));

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(transport, 'withProgress').mockImplementation((onProgress) => (input, init) => {
    onProgress(1);
    return fetch(input, init);
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

  it('the EPUB of an eBook is uploaded, replaced and removed, and a refusal is said', async () => {
    const epub = new File(['x'], 'night-bus.epub', { type: 'application/epub+zip' });
    let stored: EditorItem = item();
    let refused = true;
    const { user } = openAdmin('/?tab=media&open=ebook:one', {
      catalog: {
        getEbookDraft: () => stored,
        uploadEbookEpub: () => {
          if (refused) throw new FakeProblem('validation-failed', 'That EPUB contains scripts.');
          stored = item({ epubBytes: 41_000, allowsDownload: true });
          return stored;
        },
        deleteEbookEpub: () => {
          stored = item();
          return stored;
        },
      },
    });
    const files = within(await screen.findByRole('region', { name: 'Files' }));
    expect(files.getByText(/^No EPUB yet\. Buyers get it when they may download the PDF/)).toBeTruthy();
    expect(files.queryByRole('button', { name: 'Remove the EPUB' })).toBeNull();
    await user.upload(files.getByLabelText('EPUB'), epub);
    expect(await files.findByText('The EPUB was not stored: That EPUB contains scripts.')).toBeTruthy();
    refused = false;
    await user.upload(files.getByLabelText('EPUB'), epub);
    expect(await files.findByText('night-bus.epub is stored.')).toBeTruthy();
    expect(await files.findByText(/^41 kB\. Buyers may download it beside the PDF/)).toBeTruthy();
    await user.click(files.getByRole('button', { name: 'Remove the EPUB' }));
    expect(await files.findByText(/^No EPUB yet/)).toBeTruthy();
    expect(files.queryByText('night-bus.epub is stored.')).toBeNull();
  });

  it('wait until what was typed is saved', async () => {
    openAdmin('/?tab=media&open=ebook:one', { catalog: { getEbookDraft: () => item() } });
    const own = within(await form());
    fireEvent.input(own.getByLabelText(/^Title \(/), { target: { value: 'Other' } });
    expect(await screen.findByText('Save what you typed, then upload files here.')).toBeTruthy();
  });
  it('an upload that runs is asked about before its item is left, ends with it, and stays while one types', async () => {
    let signal: AbortSignal | null | undefined;
    vi.spyOn(transport, 'withProgress').mockImplementation((onProgress) => (_input, init) => {
      signal = init?.signal;
      onProgress(0.4);
      return new Promise((_resolve, reject) =>
        signal?.addEventListener('abort', () => reject(signal?.reason)),
      );
    });
    const { user } = openAdmin('/?tab=media&open=ebook:one', { catalog: { getEbookDraft: () => item() } });
    const files = within(await screen.findByRole('region', { name: 'Files' }, { timeout: 10_000 }));
    await user.upload(files.getByLabelText('Thumbnail'), picture);
    expect(await files.findByText('40%')).toBeTruthy();

    const title = within(await form()).getByLabelText(/^Title \(/);
    await user.type(title, '!');
    expect(files.getByText('40%')).toBeTruthy();
    await user.type(title, '{Backspace}');
    const close = () => user.click(screen.getByRole('button', { name: 'Close' }));
    await close();
    const question = () => screen.findByRole('dialog', { name: 'Leave and stop the upload?' });
    await user.click(within(await question()).getByRole('button', { name: 'Stay' }));
    expect([signal?.aborted, files.getByText('40%').isConnected]).toEqual([false, true]);
    await close();
    await user.click(within(await question()).getByRole('button', { name: 'Leave' }));

    await waitFor(() => expect(signal?.aborted).toBe(true));
    expect(screen.queryByRole('region', { name: 'Files' })).toBeNull();
  });
});

describe('the waveform of a recording (decision 0153)', () => {
  const sound = new File(['ID3'], 'night.mp3', { type: 'audio/mpeg' });
  const waveform = '0z'.repeat(60);
  const story = (values: Partial<EditorItem> = {}) =>
    item(
      { mediaType: 'audiostory', fileBytes: 3, fileId: 'first', ...values },
      { mediaType: 'audio-story', formats: ['audio'], narrator: 'Sulekha Sen' },
    );
  const files = async () => within(await screen.findByRole('region', { name: 'Files' }, { timeout: 10_000 }));
  /** A catalog with one story, and what was put into it. */
  const aCatalog = (first = story()) => {
    let stored = first;
    const put = vi.fn(({ body }: { body: { fileId: string; waveform: string } }) => {
      if (body.fileId !== 'first' && body.fileId !== 'second')
        throw new FakeProblem('version-conflict', 'No');
      stored = { ...stored, hasWaveform: true };
      return stored;
    });
    const answers: FakeAnswers<typeof catalogApi> = {
      getAudioStoryDraft: () => stored,
      uploadAudioStoryFile: () => {
        stored = { ...stored, fileId: 'second', hasWaveform: false };
        return stored;
      },
      putWaveform: put,
    };
    return { put, answers };
  };

  it('is measured after the upload, of the chosen file, and stored for the file it became', async () => {
    const { put, answers } = aCatalog(story({ hasWaveform: true }));
    const measured = Promise.withResolvers<string>();
    vi.mocked(measureWaveform).mockReturnValueOnce(measured.promise);
    const { user } = openAdmin('/?tab=media&open=audiostory:one', { catalog: answers });
    const own = await files();
    expect(own.getByText(mediaFormTexts.hasWaveform)).toBeTruthy();
    await user.upload(own.getByLabelText('Recording'), sound);
    expect(await own.findByText('night.mp3 is stored.')).toBeTruthy();
    expect(await own.findByText(mediaFormTexts.measuringWaveform)).toBeTruthy();
    expect(put).not.toHaveBeenCalled();
    measured.resolve(waveform);
    expect(await own.findByText(mediaFormTexts.hasWaveform)).toBeTruthy();
    expect(vi.mocked(measureWaveform).mock.calls.at(-1)).toEqual([sound]);
    expect(put.mock.calls.map(([{ body }]) => body)).toEqual([{ fileId: 'second', waveform }]);
  });

  it.each([
    ['this browser cannot decode it', () => Promise.resolve(null)],
    ['decoding fails', () => Promise.reject(new DOMException('', 'EncodingError'))],
  ])('the recording is stored without it when %s, and a button measures it later', async (_name, fails) => {
    const { put, answers } = aCatalog();
    vi.mocked(measureWaveform).mockImplementationOnce(fails);
    const { user, fetched } = openAdmin('/?tab=media&open=audiostory:one', {
      catalog: answers,
    });
    const own = await files();
    await user.upload(own.getByLabelText('Recording'), sound);
    expect(await own.findByText('night.mp3 is stored.')).toBeTruthy();
    expect(await own.findByText(mediaFormTexts.waveformFailed)).toBeTruthy();
    expect(put).not.toHaveBeenCalled();

    vi.mocked(measureWaveform).mockResolvedValueOnce(waveform);
    const answer = fetched.getMockImplementation();
    fetched.mockImplementation((url, init) =>
      String(url).endsWith('/recording')
        ? Promise.resolve(
            new Response('sound', { headers: { etag: '"second"', 'content-type': 'audio/mpeg' } }),
          )
        : (answer?.(url, init) ?? Promise.reject(new TypeError())),
    );
    await user.click(own.getByRole('button', { name: 'Measure the waveform' }));
    expect(await own.findByText(mediaFormTexts.hasWaveform)).toBeTruthy();
    expect(put.mock.calls.map(([{ body }]) => body)).toEqual([{ fileId: 'second', waveform }]);
  });

  it('of an item without a file is not offered', async () => {
    const { answers } = aCatalog(story({ fileBytes: null, fileId: null }));
    openAdmin('/?tab=media&open=audiostory:one', { catalog: answers });
    expect((await files()).getByLabelText('Recording')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Measure the waveform' })).toBeNull();
    expect(screen.queryByText(mediaFormTexts.hasWaveform)).toBeNull();
  });
});
