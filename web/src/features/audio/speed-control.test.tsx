import { catalogApi, libraryApi } from '@satrangi/contracts';
import { plays } from '@satrangi/contracts/testing';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { aStory, emptyLists } from '../../testing/fixtures.ts';
import { openPage } from '../../testing/open-page.tsx';
import { toAudioTitle } from './to-audio-title.ts';

beforeAll(() => import('./audio-player.tsx'), 60_000);

const sounds: HTMLMediaElement[] = [];
beforeEach(() => {
  HTMLMediaElement.prototype.play = vi.fn(async function play(this: HTMLMediaElement) {
    sounds.push(this);
    this.dispatchEvent(new Event('playing'));
  });
  HTMLMediaElement.prototype.pause = vi.fn();
});
afterEach(async () => {
  const { audio } = await import('./audio.ts');
  act(() => {
    audio.close();
    audio.setRate(1);
  });
});

const open = (address: string) =>
  openPage(address, {
    userId: 'asha',
    server: [
      plays(catalogApi, { ...emptyLists, getAudioStory: () => aStory() }),
      plays(libraryApi, {
        checkAccess: () => ({ hasAccess: true }),
        createTicket: () => ({ ticket: 'a-ticket', expiresAt: '2099-01-01T00:00:00.000Z' }),
        getProgress: () => ({ progress: null }),
      }),
    ],
  });

/** The control on the page of a recording that plays. */
const openControl = async () => {
  const { user } = open('/audio-story/night-bus');
  const player = await screen.findByRole('region', { name: 'Player' });
  await user.click(within(player).getByRole('button', { name: 'Play' }));
  await within(player).findByRole('button', { name: 'Pause' });
  const group = within(within(player).getByRole('group', { name: 'Speed' }));
  const rate = (): number | undefined => sounds.at(-1)?.playbackRate;
  return {
    user,
    player,
    group,
    rate,
    slower: group.getByRole('button', { name: 'Slower' }),
    faster: group.getByRole('button', { name: 'Faster' }),
    /** What is announced. */
    status: () => group.getByRole('status').textContent,
  };
};

it('one press is one step faster, one press one step slower, and the speed is announced', async () => {
  const { user, group, rate, slower, faster, status } = await openControl();
  await user.click(faster);
  expect(rate()).toBe(1.25);
  expect(status()).toBe('1.25×');
  expect(group.getByLabelText('Speed, 1.25×')).toBeTruthy();

  await user.click(slower);
  await user.click(slower);
  expect(rate()).toBe(0.75);
  expect(status()).toBe('0.75×');
});

it('by keyboard: ends at 3× and 0.5×, where the button is disabled and keeps the focus', async () => {
  const { user, rate, slower, faster } = await openControl();
  faster.focus();
  await user.keyboard('{Enter}'.repeat(10));
  expect(rate()).toBe(3);
  expect(faster.getAttribute('aria-disabled')).toBe('true');
  expect(document.activeElement).toBe(faster);
  expect(slower.getAttribute('aria-disabled')).toBe('false');

  slower.focus();
  await user.keyboard(' '.repeat(12));
  expect(rate()).toBe(0.5);
  expect(slower.getAttribute('aria-disabled')).toBe('true');
  expect(document.activeElement).toBe(slower);
});

it('every speed between is in its list and on the keys', async () => {
  const { user, group, rate, player, faster } = await openControl();
  await user.click(group.getByLabelText('Speed, 1×'));
  await user.click(group.getByRole('button', { name: '1.5×' }));
  await user.click(group.getByRole('button', { name: '−0.05' }));
  expect(rate()).toBe(1.45);
  await user.click(group.getByRole('button', { name: '+0.05' }));
  expect(rate()).toBe(1.5);

  fireEvent.keyDown(player, { key: 'ArrowUp', shiftKey: true });
  expect(rate()).toBe(1.55);
  fireEvent.keyDown(player, { key: 'ArrowDown', shiftKey: true });
  fireEvent.keyDown(player, { key: 'ArrowDown', shiftKey: true });
  expect(rate()).toBe(1.45);
  await user.click(faster);
  expect(rate()).toBe(1.5);
});

it('is in the mini player too', async () => {
  const { user } = open('/no-page');
  const { audio } = await import('./audio.ts');
  await act(() => audio.open(toAudioTitle(aStory(), 'Pallavi Desai')));
  const mini = within(await screen.findByRole('region', { name: 'Now playing' }));
  const group = within(mini.getByRole('group', { name: 'Speed' }));
  await user.click(group.getByRole('button', { name: 'Faster' }));
  expect(sounds.at(-1)?.playbackRate).toBe(1.25);
  expect(group.getByRole('status').textContent).toBe('1.25×');
});
