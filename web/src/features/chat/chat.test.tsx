import { type ChatReply, chatTexts, cmsApi, conciergeApi, MediaId } from '@satrangi/contracts';
import { plays } from '@satrangi/contracts/testing';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { preferences } from '../../lib/preferences.ts';
import { leaveNow } from '../../lib/quick-exit.ts';
import { session } from '../../lib/session.ts';
import { aSection } from '../../testing/fixtures.ts';
import { openPage } from '../../testing/open-page.tsx';

const item = {
  id: MediaId.parse('seven-ways'),
  mediaType: 'ebook',
  title: 'Seven Ways Home',
  creator: 'Ira Deshmukh',
  language: 'en',
  pricePaise: 24_950,
  url: '/ebook/seven-ways',
  thumbnailUrl: null,
  cover: { motif: 'train', ground: 'anaar', figure: 'haldi', accent: 'neel' },
  reason: 'About: trains',
} as const;
const answer = (fields: Partial<ChatReply> = {}): ChatReply => ({
  reply: 'Here are two.',
  items: [item],
  conversationId: 'talk-1',
  links: [],
  intent: 'items',
  by: 'local',
  ...fields,
});

type ChatRequest = { readonly message: string; readonly mode?: string; readonly local?: boolean };

/** The site at `/faq` with a concierge that records its requests. */
const openChat = (
  reply: (requests: ChatRequest) => ChatReply | Promise<ChatReply> = () => answer(),
  address = '/faq',
) => {
  const requests: ChatRequest[] = [];
  const deleted: string[] = [];
  const server = plays(conciergeApi, {
    chat: async ({ body }) => {
      requests.push(body);
      return body.mode === 'suggestions'
        ? answer({ reply: 'One?\nTwo?\nThree?\nFour?', items: [] })
        : reply(body);
    },
    getConversation: () => {
      throw new Error('unknown');
    },
    deleteConversation: ({ params }) => {
      deleted.push(params.conversationId);
      return { ok: true as const };
    },
  });
  return { ...openPage(address, { server: [server] }), requests, deleted };
};
const launcher = () => screen.findByRole('button', { name: 'Talk to Saathi' }, { timeout: 5_000 });
const panel = () => screen.findByRole('dialog', { name: 'Satrangi Assistant' }, { timeout: 5_000 });

beforeEach(() => {
  localStorage.clear();
  preferences.change({ discreet: false, hidesAssistant: false, keepsChatLocal: false });
});

it('the button opens the panel with three chips, takes focus into the field and back (WEB-11, WEB-93, WEB-94, WEB-95)', async () => {
  const { user } = openChat();
  await user.click(await launcher());

  const dialog = await panel();
  expect(localStorage.getItem('ai_open')).toBe('1');
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Your message' })),
  );
  expect(within(screen.getByRole('list', { name: 'Suggestions' })).getAllByRole('button')).toHaveLength(3);

  await user.keyboard('{Escape}');
  expect(dialog.isConnected).toBe(false);
  expect(document.activeElement).toBe(await launcher());
  expect(localStorage.getItem('ai_open')).toBe('0');
});

it('a send adds the message, the whole reply once, then at most three chips (WEB-92, WEB-94, CON-04)', async () => {
  const { user, requests } = openChat();
  await user.click(await launcher());
  await panel();

  await user.keyboard('   {Enter}');
  await user.keyboard('a train{Shift>}{Enter}{/Shift}story{Enter}');

  const log = screen.getByRole('log');
  await within(log).findByText('Here are two.');
  within(log).getByText(/a train\s+story/);
  expect(within(log).getByRole('link', { name: 'Seven Ways Home' }).getAttribute('href')).toBe(
    '/ebook/seven-ways',
  );
  within(log).getByText('₹249.50');
  within(log).getByText('eBook');
  await screen.findByRole('button', { name: 'Three?' });
  expect(screen.queryByRole('button', { name: 'Four?' })).toBeNull();
  expect(requests.map(({ mode }) => mode ?? 'chat')).toEqual(['chat', 'suggestions']);
  expect(localStorage.getItem('ai_conversation_id')).toBe('talk-1');
});

it('an item shows its drawn cover, its picture where it has one, and is a link as a whole', async () => {
  const picture = { ...item, id: MediaId.parse('monsoon'), title: 'Monsoon', thumbnailUrl: '/monsoon.webp' };
  const { user } = openChat(() => answer({ items: [item, picture] }));
  await user.click(await launcher());
  await panel();
  await user.keyboard('trains{Enter}');

  const cardOf = async (name: string) => (await screen.findByRole('link', { name })).closest('li');
  const drawn = (await cardOf('Seven Ways Home'))?.querySelector('[data-cover]');
  await waitFor(() => expect(drawn?.querySelectorAll('svg path, svg ellipse').length).toBeGreaterThan(3));
  expect(drawn?.getAttribute('aria-hidden')).toBe('true');
  expect((await cardOf('Monsoon'))?.querySelector('img')?.getAttribute('src')).toBe('/monsoon.webp');
});

it('while a reply is made the assistant is typing, outside of the log; Stop ends it (WEB-93)', async () => {
  const { user } = openChat(() => new Promise(() => {}));
  await user.click(await launcher());
  await panel();
  await user.keyboard('hello{Enter}');

  const typing = await screen.findByText('Saathi is typing...');
  expect(screen.getByRole('log').contains(typing)).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Stop' }));

  expect(screen.queryByText('Saathi is typing...')).toBeNull();
  expect(within(await panel()).queryByRole('alert')).toBeNull();
});

it('a failure shows its sentence and keeps the text for another try; an empty reply has one too (WEB-95, CON-06)', async () => {
  let tries = 0;
  const { user, requests } = openChat(() => {
    tries += 1;
    if (tries === 1) throw new TypeError('no network');
    return answer({ reply: ' ', items: [] });
  });
  await user.click(await launcher());
  await panel();
  await user.keyboard('hello{Enter}');

  expect((await within(await panel()).findByRole('alert')).textContent).toContain(chatTexts.networkError);
  await user.click(within(await panel()).getByRole('button', { name: 'Try again' }));

  await screen.findByText(chatTexts.noReply);
  expect(requests.filter(({ message }) => message === 'hello')).toHaveLength(2);
});

it('beside helplines no questions are offered (CON-18)', async () => {
  const { user, requests } = openChat(() =>
    answer({ reply: 'You matter.', items: [], intent: 'crisis', by: 'fixed' }),
  );
  await user.click(await launcher());
  await panel();
  await user.keyboard('hello{Enter}');

  await screen.findByText('You matter.');
  await screen.findByRole('button', { name: 'Send' });
  expect(screen.queryByRole('list', { name: 'Suggestions' })).toBeNull();
  expect(requests).toHaveLength(1);
});

it('Pay now leads to the checkout of the item’s page; the chat takes no money (CON-15, WEB-92)', async () => {
  const { user, where } = openChat();
  await user.click(await launcher());
  await panel();
  await user.keyboard('trains{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Buy Seven Ways Home' }));

  const payment = screen.getByRole('group', { name: 'Complete payment' });
  await user.click(within(payment).getByRole('button', { name: 'Cancel' }));
  expect(payment.isConnected).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Buy Seven Ways Home' }));
  await user.click(screen.getByRole('button', { name: 'Pay now' }));

  expect(where()).toBe('/ebook/seven-ways?buy=1');
});

it('"Clear this chat" deletes it here and at the server (CON-19)', async () => {
  const { user, deleted } = openChat();
  await user.click(await launcher());
  await panel();
  await user.keyboard('trains{Enter}');
  await screen.findByText('Here are two.');

  await user.click(screen.getByRole('button', { name: 'Clear this chat' }));

  await waitFor(() => expect(deleted).toEqual(['talk-1']));
  expect(localStorage.getItem('ai_conversation_id')).toBeNull();
  expect(screen.queryByText('Here are two.')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Your message' }));
});

it('in discreet mode the button shows Help, never opens by itself, and nothing is sent to a model (BEY-09)', async () => {
  localStorage.setItem('ai_open', '1');
  preferences.change({ discreet: true });
  const { user, requests } = openChat();

  await user.click(await screen.findByRole('button', { name: 'Help' }, { timeout: 5_000 }));
  await screen.findByRole('dialog', { name: 'Help' }, { timeout: 5_000 });
  await user.keyboard('trains{Enter}');

  await waitFor(() => expect(requests.map(({ local }) => local)).toEqual([true, true]));
});

it('"Hide the assistant" in Choices removes the button (WEB-11)', async () => {
  const { user } = openChat();
  const button = await launcher();

  await user.click(screen.getByRole('button', { name: 'Hide the assistant: off' }));

  expect(button.isConnected).toBe(false);
});

it('replies that come while the reader has scrolled up are counted as new (WEB-93, WEB-94)', async () => {
  const { user } = openChat();
  await user.click(await launcher());
  await panel();
  const log = screen.getByRole('log');
  Object.defineProperties(log, {
    scrollHeight: { value: 900, configurable: true },
    clientHeight: { value: 300, configurable: true },
  });
  log.scrollTop = 100;
  fireEvent.scroll(log);
  await new Promise((resolve) => setTimeout(resolve, 150));

  fireEvent.change(screen.getByRole('textbox', { name: 'Your message' }), { target: { value: 'trains' } });
  log.scrollTop = 100;
  await user.click(screen.getByRole('button', { name: 'Send' }));
  log.scrollTop = 100;
  fireEvent.scroll(log);
  await new Promise((resolve) => setTimeout(resolve, 150));
  await screen.findByText('Here are two.');

  expect(screen.queryAllByRole('button', { name: /^\d+ new$/ }).length).toBeLessThanOrEqual(1);
});

it('an empty chat greets with the text of editors, else with the built-in one (CMS-16)', async () => {
  const greet = (content?: string) =>
    plays(cmsApi, {
      listPageSections: ({ params: { page } }) =>
        page === 'concierge' && content ? [aSection({ key: 'concierge.greeting', content })] : [],
    });
  const { user } = openPage('/faq', { server: [greet('<p>வணக்கம்.</p>')] });
  await user.click(await launcher());
  const greeting = await within(await panel()).findByText('வணக்கம்.');
  expect(greeting.lang).toBe('ta');
  cleanup();

  const other = openPage('/faq', { server: [greet()] });
  if (!screen.queryByRole('dialog')) await other.user.click(await launcher());
  expect(await within(await panel()).findByText(/^Ask for something to read/)).toBeTruthy();
});

it('the greeting is not shown in discreet mode, nor beside messages', async () => {
  preferences.change({ discreet: true });
  const { user } = openChat();
  await user.click(await screen.findByRole('button', { name: 'Help' }, { timeout: 5_000 }));
  await screen.findByRole('dialog', { name: 'Help' }, { timeout: 5_000 });
  expect(screen.queryByText(/^Ask for something to read/)).toBeNull();
});

it('an open chat forgets at a logout what the reader wrote', async () => {
  session.begin({ token: 'token-of-asha', userId: 'asha' });
  const { user } = openChat();
  await user.click(await launcher());
  const dialog = await panel();
  await user.type(within(dialog).getByRole('textbox'), 'Something about trains{Enter}');
  await within(dialog).findByText('Here are two.');

  act(() => session.end());

  await waitFor(() => expect(document.body.textContent).not.toMatch(/about trains|Here are two/));
  expect(await panel()).toBeTruthy();
});

it('after Exit it does not open by itself, and its conversation is forgotten, even if a reply comes later', async () => {
  const reply = Promise.withResolvers<ChatReply>();
  const { user, requests } = openChat(() => reply.promise);
  await user.click(await launcher());
  localStorage.setItem('ai_conversation_id', 'talk-1');
  await user.type(within(await panel()).getByRole('textbox'), 'Something about trains{Enter}');
  await waitFor(() => expect(requests).toHaveLength(1));

  leaveNow();
  reply.resolve(answer());

  await screen.findByText('Here are two.');
  expect(localStorage.getItem('ai_open')).toBeNull();
  expect(localStorage.getItem('ai_conversation_id')).toBeNull();
});
