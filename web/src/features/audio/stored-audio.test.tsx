import { catalogApi, libraryApi } from '@satrangi/contracts';
import { plays } from '@satrangi/contracts/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { aStory, emptyLists } from '../../testing/fixtures.ts';
import { toAudioTitle } from './to-audio-title.ts';

const KEY = 'now-playing';
const title = toAudioTitle(aStory(), 'Pallavi Desai');
const play = vi.fn(async function play(this: HTMLMediaElement) {
  this.dispatchEvent(new Event('playing'));
});

beforeEach(() => {
  HTMLMediaElement.prototype.play = play;
  HTMLMediaElement.prototype.pause = vi.fn();
  play.mockClear();
  vi.resetModules();
});

/** Simulates a reload: all modules are loaded again over the browser's storage. */
const reload = async (
  address: string,
  { stored, userId = 'asha' }: { stored: unknown; userId?: string | null },
) => {
  if (userId) {
    localStorage.setItem('token', `token-of-${userId}`);
    localStorage.setItem('userId', userId);
  }
  sessionStorage.setItem(KEY, typeof stored === 'string' ? stored : JSON.stringify(stored));
  const { openPage } = await import('../../testing/open-page.tsx');
  const progress = {
    format: 'audio' as const,
    seconds: 605,
    duration: 1_800,
    at: '2026-11-02T00:00:00.000Z',
  };
  return openPage(address, {
    server: [
      plays(catalogApi, { ...emptyLists, getAudioStory: () => aStory() }),
      plays(libraryApi, {
        checkAccess: () => ({ hasAccess: true }),
        createTicket: () => ({ ticket: 'a-ticket', expiresAt: '2099-01-01T00:00:00.000Z' }),
        getProgress: () => ({ progress }),
      }),
    ],
  });
};

it('is loaded again after a reload without playing, and resumes five seconds before its position', async () => {
  const { user } = await reload('/archives', { stored: { userId: 'asha', title } });
  const mini = within(await screen.findByRole('region', { name: 'Now playing' }));
  expect(await mini.findByText('10:00 of 30:00')).toBeTruthy();
  expect(play).not.toHaveBeenCalled();

  await user.click(mini.getByRole('button', { name: 'Play' }));
  await mini.findByRole('button', { name: 'Pause' });
  const [sound] = play.mock.contexts as HTMLMediaElement[];
  expect(sound?.getAttribute('src')).toBe('/api/audiostories/night-bus/stream?ticket=a-ticket');
  expect(sound?.currentTime).toBe(600);

  await user.click(mini.getByRole('button', { name: 'Stop and close the player' }));
  expect(sessionStorage.getItem(KEY)).toBeNull();
});

it.each([
  ['another reader’s recording', { userId: 'noor', title }],
  ['malformed data', '{"userId":"asha","title":{"id":7}}'],
  ['no JSON', '{'],
])('does not restore %s', async (_, stored) => {
  await reload('/archives', { stored });
  await screen.findByRole('heading', { level: 1 });
  await waitFor(() => expect(sessionStorage.getItem(KEY)).toBeNull());
  expect(screen.queryByRole('region', { name: 'Now playing' })).toBeNull();
});

it('is removed from the tab by Exit', async () => {
  const { leaveNow } = await import('../../lib/quick-exit.ts');
  sessionStorage.setItem(KEY, JSON.stringify({ userId: null, title }));
  vi.stubGlobal('location', { ...location, replace: vi.fn() });
  leaveNow();
  expect(sessionStorage.getItem(KEY)).toBeNull();
});
