import { catalogApi, libraryApi } from '@satrangi/contracts';
import { plays } from '@satrangi/contracts/testing';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { preferences } from '../../lib/preferences.ts';
import { aStory, emptyLists } from '../../testing/fixtures.ts';
import { openPage } from '../../testing/open-page.tsx';

beforeAll(() => import('./audio-player.tsx'), 60_000);

beforeEach(() => {
  HTMLMediaElement.prototype.play = vi.fn(async () => {});
  HTMLMediaElement.prototype.pause = vi.fn();
});

const waveform = `${'0z9'.repeat(39)}hh0`;
const measured = { durationSeconds: 800, fileBytes: 500_000, waveform };
const openStory = (of: Parameters<typeof aStory>[0] = measured, seconds = 605) =>
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
const barsIn = (player: HTMLElement) => [...player.querySelectorAll('path[d^="M0.5"]')];
/** Requests for a ticket or the file. */
const filesIn = ({ fetched }: ReturnType<typeof openPage>) =>
  fetched.mock.calls.map(([url]) => String(url)).filter((url) => /ticket|\/stream/.test(url));

it('is drawn behind the slider with the player, also with data saver, and nothing of the file is requested for it', async () => {
  for (const [dataSaver, durationSeconds] of [
    [false, 800],
    [true, 800],
    [false, 7_200],
  ] as const) {
    preferences.change({ dataSaver });
    const opened = openStory({ ...measured, durationSeconds });
    const bars = barsIn(await playerOf());
    expect(bars).toHaveLength(2);
    const heights = [...(bars[0]?.getAttribute('d') ?? '').matchAll(/v([\d.]+)/g)].map(([, height]) =>
      Number(height),
    );
    expect(heights).toHaveLength(120);
    expect(heights.slice(0, 3).map(Math.round)).toEqual([2, 40, 10]);
    expect(filesIn(opened)).toEqual([]);
    cleanup();
  }
  preferences.change({ dataSaver: false });
});

it('shows what was played and where a chapter starts; the slider keeps its words', async () => {
  const opened = openStory();
  const player = await playerOf();
  const slider = within(player).getByLabelText('Position');
  await waitFor(() =>
    expect(slider.getAttribute('aria-valuetext')).toBe('10 minutes of 13 minutes 20 seconds'),
  );
  const played = player.querySelector<HTMLElement>('[style*="clip-path"]');
  expect(played?.style.clipPath).toContain(' 25% ');

  slider.focus();
  fireEvent.change(slider, { target: { value: '200' } });
  expect(played?.style.clipPath).toContain(' 75% ');
  await opened.user.click(within(player).getByRole('button', { name: /The window seat/ }));
  await waitFor(() => expect(slider.getAttribute('aria-valuetext')).toMatch(/^10 minutes/));
});

it('of a recording that was not measured is a plain slider, and nothing is requested either', async () => {
  const opened = openStory({ durationSeconds: 800, fileBytes: 500_000 });
  const player = await playerOf();
  expect(within(player).getByLabelText('Position')).toBeTruthy();
  expect(barsIn(player)).toEqual([]);
  expect(filesIn(opened)).toEqual([]);
});

it('the owner continues where it was left, from beside the title', async () => {
  const { user } = openStory();
  const buy = within(await screen.findByRole('region', { name: 'Buy' }));
  await playerOf();
  await user.click(await buy.findByRole('button', { name: 'Continue, 10:00' }));
  expect(HTMLMediaElement.prototype.play).toHaveBeenCalled();
});
