import { catalogApi, libraryApi } from '@satrangi/contracts';
import { plays } from '@satrangi/contracts/testing';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { preferences } from '../../lib/preferences.ts';
import { aStory, emptyLists } from '../../testing/fixtures.ts';
import { openPage } from '../../testing/open-page.tsx';

beforeAll(() => import('./audio-player.tsx'), 60_000);

const STREAM = '/api/audiostories/night-bus/stream?ticket=a-ticket';
const decode = vi.fn(async () => ({ getChannelData: () => new Float32Array([0, 0.5, -1, 0.25]) }));
beforeEach(() => {
  HTMLMediaElement.prototype.play = vi.fn(async () => {});
  HTMLMediaElement.prototype.pause = vi.fn();
  decode.mockClear();
  vi.stubGlobal(
    'OfflineAudioContext',
    class {
      decodeAudioData = decode;
    },
  );
});

const small = { durationSeconds: 800, fileBytes: 500_000 };
const openStory = (of: Parameters<typeof aStory>[0] = small, seconds = 605) =>
  openPage('/audio-story/night-bus', {
    userId: 'asha',
    server: [
      plays(catalogApi, { ...emptyLists, getAudioStory: () => aStory(of) }),
      plays(libraryApi, {
        checkAccess: () => ({ hasAccess: true }),
        createTicket: () => ({ ticket: 'a-ticket', expiresAt: '2099-01-01T00:00:00.000Z' }),
        getAudioStoryStream: () => 'sound',
        putProgress: ({ body }) => ({ progress: body }),
        getProgress: () => ({
          progress: { format: 'audio' as const, seconds, duration: 800, at: '2026-11-02T00:00:00.000Z' },
        }),
      }),
    ],
  });
const playerOf = () => screen.findByRole('region', { name: 'Player' });
const streamsIn = ({ fetched }: ReturnType<typeof openPage>) =>
  fetched.mock.calls.filter(([url]) => url === STREAM).length;

it('is drawn behind the slider, which stays the same and keeps the focus; a chapter starts where it is pressed', async () => {
  const opened = openStory();
  const player = await playerOf();
  const slider = within(player).getByLabelText('Position');
  slider.focus();
  await waitFor(() => expect(player.querySelectorAll('path[d^="M0.5"]')).toHaveLength(2));
  expect(document.activeElement).toBe(slider);
  expect([decode.mock.calls.length, streamsIn(opened)]).toEqual([1, 1]);
  await waitFor(() =>
    expect(slider.getAttribute('aria-valuetext')).toBe('10 minutes of 13 minutes 20 seconds'),
  );
  const played = player.querySelector<HTMLElement>('[style*="clip-path"]');
  expect(played?.style.clipPath).toContain(' 25% ');

  fireEvent.change(slider, { target: { value: '200' } });
  expect(played?.style.clipPath).toContain(' 75% ');
  await opened.user.click(within(player).getByRole('button', { name: /The window seat/ }));
  await waitFor(() => expect(slider.getAttribute('aria-valuetext')).toMatch(/^10 minutes/));
});

it('is left out with data saver, for a long or large recording, and when it cannot be decoded', async () => {
  preferences.change({ dataSaver: true });
  const saving = openStory();
  await playerOf();
  expect(streamsIn(saving)).toBe(0);
  preferences.change({ dataSaver: false });
  await waitFor(() => expect(streamsIn(saving)).toBe(1));

  for (const large of [
    { ...small, durationSeconds: 1_800 },
    { ...small, durationSeconds: null },
    { ...small, fileBytes: 9_000_000 },
    { ...small, fileBytes: null },
  ]) {
    cleanup();
    const opened = openStory(large);
    const player = await playerOf();
    expect(within(player).getByLabelText('Position')).toBeTruthy();
    expect(streamsIn(opened)).toBe(0);
  }

  cleanup();
  decode.mockRejectedValueOnce(new DOMException('', 'EncodingError'));
  const broken = openStory();
  const player = await playerOf();
  await waitFor(() => expect(streamsIn(broken)).toBe(1));
  expect(within(player).getByLabelText('Position')).toBeTruthy();
  expect(player.querySelector('path[d^="M0.5"]')).toBeNull();
});

it('the owner continues where it was left, from beside the title', async () => {
  const { user } = openStory();
  const buy = within(await screen.findByRole('region', { name: 'Buy' }));
  await playerOf();
  await user.click(await buy.findByRole('button', { name: 'Continue, 10:00' }));
  expect(HTMLMediaElement.prototype.play).toHaveBeenCalled();
});
