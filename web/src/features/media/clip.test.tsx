import { catalogApi } from '@satrangi/contracts';
import { fakeServer, plays } from '@satrangi/contracts/testing';
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { aFilm, aStory, emptyLists } from '../../testing/fixtures.ts';
import { openPage } from '../../testing/open-page.tsx';

const catalog = ({ film = aFilm(), story = aStory() }) =>
  plays(catalogApi, { ...emptyLists, getShortFilm: () => film, getAudioStory: () => story });

beforeEach(() => {
  HTMLMediaElement.prototype.play = vi.fn(async () => {});
});

it('plays its clip in place of the still, and Close returns to the still (WEB-44)', async () => {
  const server = [catalog({ film: aFilm({ previewUrl: '/api/shortfilms/the-kite/preview-clip' }) })];
  const { user } = openPage('/short-film/the-kite', { server });
  await user.click(await screen.findByRole('button', { name: 'Watch the clip' }));
  const clip = await screen.findByLabelText('Clip', { selector: 'video' });
  expect(clip.querySelector('track')).toBeNull();
  expect(clip.getAttribute('src')).toBe('/api/shortfilms/the-kite/preview-clip');

  await user.click(screen.getByRole('button', { name: 'Close' }));

  expect(screen.queryByLabelText('Clip', { selector: 'video' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Watch the clip' }));
});

it('plays the clip of a recording in a bar of its own, and Close returns to its button (WEB-44)', async () => {
  const story = aStory({ previewUrl: '/api/audiostories/night-bus/preview-clip' });
  const { user } = openPage('/audio-story/night-bus', { server: [catalog({ story })] });
  await user.click(await screen.findByRole('button', { name: 'Hear a clip' }));
  const clip = await screen.findByLabelText<HTMLAudioElement>('Clip', { selector: 'audio' });
  expect(clip.getAttribute('src')).toBe('/api/audiostories/night-bus/preview-clip');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Play' }));
  Object.defineProperty(clip, 'duration', { value: 12 });
  fireEvent.durationChange(clip);
  fireEvent.change(screen.getByRole('slider', { name: 'Position' }), { target: { value: '7' } });
  expect(clip.currentTime).toBe(7);

  await user.click(screen.getByRole('button', { name: 'Close' }));

  expect(screen.queryByLabelText('Clip')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Hear a clip' }));
});

const part = { captionLanguages: ['mr', 'en'], previewStartsAt: 4 };

it('a clip that is a part of the film has its captions, first those in a language of the reader', async () => {
  const film = aFilm({ previewUrl: '/api/shortfilms/the-kite/preview-clip', ...part });
  const { user } = openPage('/short-film/the-kite', { server: [catalog({ film })] });
  await user.click(await screen.findByRole('button', { name: 'Watch the clip' }));
  const clip = await screen.findByLabelText('Clip', { selector: 'video' });
  const tracks = [...clip.querySelectorAll('track')];
  expect(tracks.map((track) => [track.label, track.getAttribute('src'), track.default])).toEqual([
    ['Marathi', '/api/shortfilms/the-kite/preview-captions/mr', false],
    ['English', '/api/shortfilms/the-kite/preview-captions/en', true],
  ]);
});

it('the sentence of a recording that is read stands below its bar', async () => {
  const words =
    'WEBVTT\n\n00:00.000 --> 00:05.000\nThe bus left at nine.\n\n00:05.000 --> 00:09.000\nOne thermos.\n';
  const story = aStory({ previewUrl: '/api/audiostories/night-bus/preview-clip', ...part });
  const api = fakeServer(catalog({ story }));
  const respond: typeof fetch = async (input, init) =>
    String(input).endsWith('/preview-captions/en') ? new Response(words) : api(input, init);
  const { user } = openPage('/audio-story/night-bus', { respond });
  await user.click(await screen.findByRole('button', { name: 'Hear a clip' }));
  expect(await screen.findByText('The bus left at nine.')).toBeTruthy();
  const clip = screen.getByLabelText<HTMLAudioElement>('Clip', { selector: 'audio' });
  clip.currentTime = 6;
  fireEvent.timeUpdate(clip);
  expect(screen.getByText('One thermos.')).toBeTruthy();
});
