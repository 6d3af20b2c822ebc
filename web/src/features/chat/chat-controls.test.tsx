/** Negative controls: with a protection of the chat removed, the harm it prevents must be observable (P94). */
import { conciergeApi } from '@satrangi/contracts';
import { type FakeAnswers, plays } from '@satrangi/contracts/testing';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';

type Module = typeof import('../../testing/open-page.tsx');

/** The open chat of the site at `/faq`, loaded with a mutation. */
const openChatWithout = async (removed: string, answers: FakeAnswers<typeof conciergeApi>) => {
  const query = removed === 'nothing' ? '' : `?mutations=${removed}`;
  const module: Module = await import(/* @vite-ignore */ `../../testing/open-page.tsx${query}`);
  const { user } = module.openPage('/faq', { server: [plays(conciergeApi, answers)] });
  await user.click(await screen.findByRole('button', { name: 'Talk to Saathi' }, { timeout: 10_000 }));
  return { user, dialog: within(await screen.findByRole('dialog', {}, { timeout: 10_000 })) };
};

beforeEach(() => localStorage.clear());

describe('with a protection removed, the chat would', () => {
  it.each(['chat-announced-once', 'nothing'])(
    'announce a reply twice (P94; %s is removed)',
    async (removed) => {
      const { user, dialog } = await openChatWithout(removed, { chat: () => new Promise(() => {}) });
      await user.keyboard('hello{Enter}');
      await dialog.findByText('Saathi is typing...');

      expect(dialog.queryAllByRole('status')).toHaveLength(removed === 'nothing' ? 0 : 1);
    },
  );

  it.each(['chat-kept', 'nothing'])('be empty after a reload (P94; %s is removed)', async (removed) => {
    localStorage.setItem('ai_conversation_id', 'talk-1');
    let calls = 0;
    const turn = { role: 'assistant' as const, text: 'Here are two.', items: [], links: [], by: null };
    const { dialog } = await openChatWithout(removed, {
      getConversation: () => {
        calls += 1;
        return { conversationId: 'talk-1', turns: [{ ...turn, at: '2026-11-20T10:00:00.000Z' }] };
      },
    });

    if (removed === 'nothing') await dialog.findByText('Here are two.');
    expect(calls).toBe(removed === 'nothing' ? 1 : 0);
  });

  it.each(['chat-failure', 'nothing'])(
    'say nothing when there is no answer (P94; %s is removed)',
    async (removed) => {
      const { user, dialog } = await openChatWithout(removed, {
        chat: () => {
          throw new TypeError('no network');
        },
      });
      await user.keyboard('hello{Enter}');

      if (removed === 'nothing') await dialog.findByRole('alert');
      else await dialog.findByRole('button', { name: 'Send' });
      expect(dialog.queryAllByRole('alert')).toHaveLength(removed === 'nothing' ? 1 : 0);
    },
  );
});
