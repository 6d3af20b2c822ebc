import type { MediaDraft } from '@satrangi/contracts';
import { FakeProblem } from '@satrangi/contracts/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { transport } from '../lib/transport.ts';
import { form, item, LINK, meta, OTHER, save } from '../testing/media-form-fixture.ts';
import { openAdmin } from '../testing/open-admin.tsx';

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
