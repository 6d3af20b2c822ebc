import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { transport } from '../lib/transport.ts';
import { item } from '../testing/media-form-fixture.ts';
import { openAdmin } from '../testing/open-admin.tsx';

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(transport, 'withProgress').mockImplementation(() => (input, init) => fetch(input, init));
});

it('a film has a clip and captions and no thumbnail; without a picture the logo stands in its place', async () => {
  openAdmin('/?tab=media&open=shortfilm:one', {
    catalog: { getShortFilmDraft: () => item({ mediaType: 'shortfilm' }, { mediaType: 'short-film' }) },
  });
  const files = within(await screen.findByRole('region', { name: 'Files' }));
  expect(files.queryByLabelText('Thumbnail')).toBeNull();
  expect(files.queryByLabelText('EPUB')).toBeNull();
  expect(files.getByLabelText('Free clip')).toBeTruthy();
  expect(files.getByLabelText('Captions')).toBeTruthy();
  const card = screen.getByRole('region', { name: 'How it looks in the shop' });
  expect(card.querySelector('[data-cover] svg rect')).toBeTruthy();
  expect(card.querySelector('img')).toBeNull();
});

it('a clip is sent with its beginning, which is a time', async () => {
  const sent: unknown[] = [];
  const { user } = openAdmin('/?tab=media&open=shortfilm:one', {
    catalog: {
      getShortFilmDraft: () =>
        item({ mediaType: 'shortfilm', previewStartsAt: 62.5 }, { mediaType: 'short-film' }),
      uploadShortFilmPreview: ({ body }) => {
        sent.push(body);
        return item({ mediaType: 'shortfilm' }, { mediaType: 'short-film' });
      },
    },
  });
  const files = within(await screen.findByRole('region', { name: 'Files' }));
  const start = files.getByLabelText<HTMLInputElement>('Beginning of the clip');
  const clip = files.getByLabelText<HTMLInputElement>('Free clip');
  expect(start.value).toBe('1:02.5');
  await user.clear(start);
  await user.type(start, 'a minute');
  expect(files.getByText('A time such as 1:30 or 1:02:30.')).toBeTruthy();
  expect(clip.disabled).toBe(true);
  await user.clear(start);
  await user.type(start, '1:30');
  await user.upload(clip, new File(['x'], 'clip.mp4', { type: 'video/mp4' }));
  expect(await files.findByText('clip.mp4 is stored.')).toBeTruthy();
  expect(sent).toEqual([{ startsAt: 90 }]);
});
