import { catalogApi, libraryApi } from '@satrangi/contracts';
import { plays } from '@satrangi/contracts/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { aStory, emptyLists } from '../../testing/fixtures.ts';
import { titleOf } from './sound-title.ts';

const KEY = 'now-playing';
const title = titleOf(aStory(), 'Pallavi Desai');
const play = vi.fn(async function play(this: HTMLMediaElement) {
  this.dispatchEvent(new Event('playing'));
});

beforeEach(() => {
  HTMLMediaElement.prototype.play = play;
  HTMLMediaElement.prototype.pause = vi.fn();
  play.mockClear();
  vi.resetModules();
});

/** The page after a reload: every module starts anew over what the browser keeps. */
const reload = async (address: string, { kept, as = 'asha' }: { kept: unknown; as?: string | null }) => {
  if (as) {
    localStorage.setItem('token', `token-of-${as}`);
    localStorage.setItem('userId', as);
  }
  sessionStorage.setItem(KEY, typeof kept === 'string' ? kept : JSON.stringify(kept));
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

it('is in the player again after a reload, silent, and plays on five seconds before where it was', async () => {
  const { user } = await reload('/archives', { kept: { userId: 'asha', title } });
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
  ['a broken note', '{"userId":"asha","title":{"id":7}}'],
  ['no JSON', '{'],
])('does not bring back %s', async (_, kept) => {
  await reload('/archives', { kept });
  await screen.findByRole('heading', { level: 1 });
  await waitFor(() => expect(sessionStorage.getItem(KEY)).toBeNull());
  expect(screen.queryByRole('region', { name: 'Now playing' })).toBeNull();
});

it('is gone from the tab once somebody leaves by Exit', async () => {
  const { leaveNow } = await import('../../lib/quick-exit.ts');
  sessionStorage.setItem(KEY, JSON.stringify({ userId: null, title }));
  vi.stubGlobal('location', { ...location, replace: vi.fn() });
  leaveNow();
  expect(sessionStorage.getItem(KEY)).toBeNull();
});
