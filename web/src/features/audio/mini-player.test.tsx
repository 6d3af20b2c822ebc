import { catalogApi, libraryApi } from '@satrangi/contracts';
import { plays } from '@satrangi/contracts/testing';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { NOW_PLAYING_KEY } from '../../lib/now-playing.ts';
import { preferences } from '../../lib/preferences.ts';
import { progressKey } from '../../lib/progress-key.ts';
import { EXIT_EVENT } from '../../lib/quick-exit.ts';
import { session } from '../../lib/session.ts';
import { anEbook, aStory, emptyLists } from '../../testing/fixtures.ts';
import { openPage } from '../../testing/open-page.tsx';
import { lockScreenMetadata } from './media-session.ts';
import { toAudioTitle } from './to-audio-title.ts';

const sounds: HTMLMediaElement[] = [];
beforeEach(() => {
  HTMLMediaElement.prototype.play = vi.fn(async function play(this: HTMLMediaElement) {
    sounds.push(this);
    this.dispatchEvent(new Event('playing'));
  });
  HTMLMediaElement.prototype.pause = vi.fn();
});

it('keeps playing at the bottom of other pages until it is closed (WEB-113)', async () => {
  const createTicket = vi.fn(() => ({ ticket: 'a-ticket', expiresAt: '2099-01-01T00:00:00.000Z' }));
  const server = [
    plays(catalogApi, { ...emptyLists, getAudioStory: () => aStory() }),
    plays(libraryApi, {
      checkAccess: () => ({ hasAccess: true }),
      createTicket,
      getProgress: () => ({
        progress: { format: 'audio' as const, seconds: 605, duration: 1_800, at: '2026-11-02T00:00:00.000Z' },
      }),
    }),
  ];
  const { user } = openPage('/audio-story/night-bus', { userId: 'asha', server });
  const player = within(await screen.findByRole('region', { name: 'Player' }));
  await waitFor(() =>
    expect(player.getByLabelText('Position').getAttribute('aria-valuetext')).toBe('10 minutes of 30 minutes'),
  );
  await user.click(player.getByRole('button', { name: 'Play' }));
  await player.findByRole('button', { name: 'Pause' });
  expect(sounds[0]?.getAttribute('src')).toBe('/api/audiostories/night-bus/stream?ticket=a-ticket');
  expect(screen.queryByRole('region', { name: 'Now playing' })).toBeNull();

  const [archivesLink] = screen.getAllByRole('link', { name: 'Archives' });
  if (archivesLink) await user.click(archivesLink);
  const mini = within(await screen.findByRole('region', { name: 'Now playing' }));
  expect(mini.getByRole('link', { name: 'Night Bus' }).getAttribute('href')).toBe('/audio-story/night-bus');
  expect(mini.getByText(/of 30:00$/)).toBeTruthy();
  await user.click(mini.getByRole('button', { name: 'Stop and close the player' }));

  await waitFor(() => expect(screen.queryByRole('region', { name: 'Now playing' })).toBeNull());
});

const playing = async (address: string) => {
  const server = [
    plays(catalogApi, { ...emptyLists, getAudioStory: () => aStory(), getMedia: () => anEbook() }),
    plays(libraryApi, {
      checkAccess: () => ({ hasAccess: true }),
      createTicket: () => ({ ticket: 'a-ticket', expiresAt: '2099-01-01T00:00:00.000Z' }),
      getProgress: () => ({
        progress: { format: 'audio' as const, seconds: 605, duration: 1_800, at: '2026-11-02T00:00:00.000Z' },
      }),
    }),
  ];
  return openPage(address, { userId: 'asha', server });
};

it('is shown in the book reader too, and in a full-window sample', async () => {
  const { audio } = await import('./audio.ts');
  for (const address of ['/read/seven-ways', '/ebook/seven-ways?preview=true']) {
    await playing(address);
    await act(() => audio.open(toAudioTitle(aStory(), 'Pallavi Desai')));
    const mini = within(await screen.findByRole('region', { name: 'Now playing' }));
    expect(mini.getByRole('button', { name: 'Pause' })).toBeTruthy();
    await act(async () => audio.close());
    cleanup();
  }
});

it('is shown on its own page while the large player is off screen', async () => {
  const watched: ((entries: { isIntersecting: boolean }[]) => void)[] = [];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        watched.push(callback);
      }
      observe(): void {}
      disconnect(): void {}
    },
  );
  const { user } = await playing('/audio-story/night-bus');
  const player = within(await screen.findByRole('region', { name: 'Player' }));
  await user.click(player.getByRole('button', { name: 'Play' }));
  await player.findByRole('button', { name: 'Pause' });
  expect(screen.queryByRole('region', { name: 'Now playing' })).toBeNull();

  act(() => watched.at(-1)?.([{ isIntersecting: false }]));
  expect(await screen.findByRole('region', { name: 'Now playing' })).toBeTruthy();
  const { audio } = await import('./audio.ts');
  act(() => audio.close());
});

it('names no title and shows no picture in discreet mode', async () => {
  await playing('/read/seven-ways');
  const { audio } = await import('./audio.ts');
  await act(() => audio.open(toAudioTitle(aStory({ thumbnailUrl: '/t.png' }), 'Read by Omkar Jadhav')));
  const mini = await screen.findByRole('region', { name: 'Now playing' });
  expect(mini.textContent).toContain('Night Bus');
  act(() => preferences.change({ discreet: true }));
  expect(within(mini).getByRole('link', { name: 'Recording' }).getAttribute('href')).toBe(
    '/audio-story/night-bus',
  );
  for (const words of ['Night Bus', 'Omkar', '/t.png']) expect(mini.innerHTML).not.toContain(words);
  act(() => {
    preferences.change({ discreet: false });
    audio.close();
  });
});

it('goes back 15 seconds; at Exit and after logout it is silent at once; its place stays on the device after Exit only', async () => {
  const { audio } = await import('./audio.ts');
  for (const [end, place] of [
    [() => dispatchEvent(new Event(EXIT_EVENT)), expect.objectContaining({ seconds: 585 })],
    [() => session.end(), null],
  ] as const) {
    const { user } = await playing('/read/seven-ways');
    const key = progressKey('night-bus');
    await act(() => audio.open(toAudioTitle(aStory(), 'Pallavi Desai'), 600));
    const mini = within(await screen.findByRole('region', { name: 'Now playing' }));
    await user.click(mini.getByRole('button', { name: 'Back 15 seconds' }));
    expect(mini.getByText(/^9:45 of/)).toBeTruthy();
    vi.mocked(HTMLMediaElement.prototype.pause).mockClear();

    act(() => void end());
    expect(HTMLMediaElement.prototype.pause).toHaveBeenCalled();
    expect(screen.queryByRole('region', { name: 'Now playing' })).toBeNull();
    expect(sessionStorage.getItem(NOW_PLAYING_KEY)).toBeNull();
    expect(JSON.parse(localStorage.getItem(key) ?? 'null')).toEqual(place);
    cleanup();
  }
});

it('the lock screen shows neither title nor picture in discreet mode', () => {
  const title = toAudioTitle(aStory({ thumbnailUrl: '/t.png' }), 'Read by Omkar Jadhav');
  expect(lockScreenMetadata(title, 'The depot', false)).toMatchObject({
    title: 'Night Bus: The depot',
    artwork: [{ src: '/t.png' }],
  });
  const hidden = JSON.stringify(lockScreenMetadata(title, 'The depot', true));
  expect(hidden).toContain('Reading list');
  for (const word of ['Night Bus', 'depot', 'Omkar', '/t.png']) expect(hidden).not.toContain(word);
});

it('registers media keys and unregisters them', async () => {
  const handlers = new Map<string, unknown>();
  vi.stubGlobal('navigator', {
    ...navigator,
    mediaSession: {
      setActionHandler: (action: string, act: unknown) =>
        act ? handlers.set(action, act) : handlers.delete(action),
      setPositionState: vi.fn(),
    },
  });
  const { registerMediaSession } = await import('./media-session.ts');
  const state = {
    title: toAudioTitle(aStory(), 'Omkar'),
    seconds: 700,
    duration: 1_800,
    rate: 1,
    status: 'playing' as const,
    volume: 1,
    isMuted: false,
    sleep: null,
  };
  const engine = {
    get: () => state,
    subscribe: () => () => undefined,
    play: vi.fn(),
    pause: vi.fn(),
    skip: vi.fn(),
    seek: vi.fn(),
  };
  const unregister = registerMediaSession(engine);

  const press = (action: string, details = {}) =>
    (handlers.get(action) as (details: object) => void)(details);
  press('seekbackward');
  press('seekforward');
  press('previoustrack');
  expect(engine.skip.mock.calls).toEqual([[-15], [30]]);
  expect(engine.seek).toHaveBeenLastCalledWith(600);
  unregister();

  expect(handlers.size).toBe(0);
  preferences.change({ discreet: false });
});
