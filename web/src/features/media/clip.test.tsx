import { catalogApi } from '@satrangi/contracts';
import { plays } from '@satrangi/contracts/testing';
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
  const clip = screen.getByLabelText('Clip', { selector: 'video' });
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
