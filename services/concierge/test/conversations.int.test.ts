import process from 'node:process';
import { anEvent } from '@satrangi/chassis/testing';
import { accessGranted, accessRevoked, MediaId, UserId, userDeleted } from '@satrangi/contracts';
import { expect, it, vi } from 'vitest';
import { bootConcierge, refusal } from './boot-concierge.ts';

/** Conversations of one reader that others name: 10,000 at night. */
const FOREIGN = process.env.SIZE === 'nightly' ? 10_000 : 100;

const CANARY = 'canary-of-a-private-message';

/** Everything the service stores, as text. */
const stored = async ({ service }: Awaited<ReturnType<typeof bootConcierge>>): Promise<string> => {
  const { connection } = service.internals.store;
  const names = (await connection.listCollections()).map(({ name }) => name);
  const all = await Promise.all(names.map((name) => connection.collection(name).find().toArray()));
  return JSON.stringify(all);
};

it('a conversation goes on under its id and is given back after a reload (CON-11)', async () => {
  await using chat = await bootConcierge();
  const first = await chat.send('books about kites');
  const second = await chat.send('thank you', first.conversationId);

  const { turns } = await chat.visitor.getConversation({ params: { conversationId: first.conversationId } });

  expect(second.conversationId).toBe(first.conversationId);
  expect(turns.map(({ role }) => role)).toEqual(['reader', 'assistant', 'reader', 'assistant']);
  expect(turns[1]?.items.map(({ id }) => id)).toEqual(first.items.map(({ id }) => id));
});

it('20 turns are kept, with prices as they are now, and no conversation id is stored (CON-11, CON-10)', async () => {
  await using chat = await bootConcierge();
  const { conversationId } = await chat.send('second landing');
  for (let n = 0; n < 20; n++) await chat.send('second landing', conversationId);
  const item = chat.shop.items.get('second-landing');
  if (item) chat.shop.items.set(item._id, { ...item, priceINR: 7 });

  const { turns } = await chat.visitor.getConversation({ params: { conversationId } });

  expect(turns).toHaveLength(40);
  expect(turns[1]?.items[0]?.pricePaise).toBe(700);
  expect(await stored(chat)).not.toContain(conversationId);
});

it('an unknown, an expired and a foreign id each begin a new conversation (CON-11, P72)', async () => {
  await using chat = await bootConcierge();
  const mine = await chat.asha.chat({ body: { message: CANARY } });
  const prompt = (who: typeof chat.meera) =>
    who.chat({ body: { message: 'hello', conversationId: mine.conversationId } });

  for (const stranger of [chat.meera, chat.visitor]) {
    const { conversationId } = await prompt(stranger);
    expect(conversationId).not.toBe(mine.conversationId);
    const read = stranger.getConversation({ params: { conversationId: mine.conversationId } });
    expect(await refusal(read)).toMatchObject({ status: 404 });
    await stranger.deleteConversation({ params: { conversationId: mine.conversationId } });
  }
  expect((await prompt(chat.asha)).conversationId).toBe(mine.conversationId);
});

it('a message sent before the login does not take the conversation away from the account (CON-11, IDN-40)', async () => {
  await using chat = await bootConcierge();
  const { conversationId } = await chat.send('hello');
  const { connection } = chat.service.internals.store;
  const driver = Object.getPrototypeOf(connection.collection('conversations'));
  const write = driver.findOneAndUpdate;
  let isDone = false;
  using _spy = vi.spyOn(driver, 'findOneAndUpdate').mockImplementation(async function (
    this: unknown,
    ...written: unknown[]
  ) {
    // the reader logs in while the answer of a visitor is about to be stored
    if (!isDone && JSON.stringify(written).includes('sent before the login')) {
      isDone = true;
      await chat.asha.chat({ body: { message: CANARY, conversationId } });
    }
    return Reflect.apply(write, this, written);
  });
  await chat.send('sent before the login', conversationId);

  const read = chat.visitor.getConversation({ params: { conversationId } });
  expect(await refusal(read)).toMatchObject({ status: 404 });
  await chat.service.deliver(anEvent(userDeleted, { data: { userId: UserId.parse('asha') } }));
  expect(await stored(chat)).not.toContain(CANARY);
});

it.each(['chat', 'suggestions'] as const)(
  '1,000 guessed ids each give another conversation in mode %s (P72)',
  async (mode) => {
    await using chat = await bootConcierge({ items: [], env: { CHAT_SUGGESTIONS_PER_MINUTE: '100000' } });
    const given = new Set<string>();
    for (let n = 0; n < 1_000; n++)
      given.add(
        (await chat.visitor.chat({ body: { message: 'hello', mode, conversationId: `guess-${n}` } }))
          .conversationId,
      );

    expect(given.size).toBe(1_000);
    expect([...given].some((id) => id.startsWith('guess'))).toBe(false);
  },
);

it(`${FOREIGN} foreign ids each begin a new conversation, for a reader and for a visitor (P72)`, {
  timeout: 1_200_000,
}, async () => {
  await using chat = await bootConcierge({ items: [] });
  const given = new Set<string>();
  const mine = new Set<string>();
  for (let n = 0; n < FOREIGN; n++) {
    const { conversationId } = await chat.asha.chat({ body: { message: 'hello' } });
    mine.add(conversationId);
    const stranger = n % 2 === 0 ? chat.meera : chat.visitor;
    given.add((await stranger.chat({ body: { message: 'hello', conversationId } })).conversationId);
  }

  expect(mine.size).toBe(FOREIGN);
  expect(given.size).toBe(FOREIGN);
  expect([...given].filter((id) => mine.has(id))).toEqual([]);
});

it('forget removes every message at once; its id begins a new conversation (CON-19, P72)', async () => {
  await using chat = await bootConcierge();
  const { conversationId } = await chat.send(CANARY);
  expect(await stored(chat)).toContain(CANARY);

  await chat.visitor.deleteConversation({ params: { conversationId } });

  expect(await stored(chat)).not.toContain(CANARY);
  expect((await chat.send('hello', conversationId)).conversationId).not.toBe(conversationId);
  const unknown = await chat.visitor.deleteConversation({ params: { conversationId: 'never-was' } });
  expect(unknown).toEqual({ ok: true });
});

it('deleting the account empties its conversations, erases what it owns and is acknowledged (P72)', async () => {
  await using chat = await bootConcierge();
  const mine = await chat.asha.chat({ body: { message: CANARY } });
  const userId = UserId.parse('asha');
  const bought = { userId, mediaId: MediaId.parse('my-name'), mediaType: 'ebook', format: 'text' } as const;
  await chat.service.deliver(anEvent(accessGranted, { data: bought }));
  const before = await chat.asha.exportMine();

  await chat.service.deliver(anEvent(userDeleted, { data: { userId } }));
  await chat.service.deliver(anEvent(userDeleted, { data: { userId } }));

  expect(before.conversations[0]?.turns[0]?.text).toBe(CANARY);
  const left = await stored(chat);
  expect(left).not.toContain(CANARY);
  expect(left).not.toContain('my-name');
  const events = await chat.service.publishedEvents();
  const acknowledged = events.filter(({ type }) => type === 'concierge.user-forgotten.v1');
  expect(new Set(acknowledged.map(({ id }) => id)).size).toBe(1);
  expect(mine.conversationId).not.toBe('');
});

it('a grant or a revocation that arrives after the erasure, or during it, stores nothing of the account (IDN-40)', async () => {
  await using chat = await bootConcierge({ items: [] });
  const userId = UserId.parse('reader-who-left');
  const mediaId = MediaId.parse('second-landing');
  const holding = { userId, mediaId, mediaType: 'ebook', format: 'text' } as const;
  await Promise.all([
    chat.service.deliver(anEvent(userDeleted, { data: { userId } })),
    chat.service.deliver(anEvent(accessGranted, { data: holding })),
  ]);
  await chat.service.deliver(anEvent(accessGranted, { data: holding }));
  await chat.service.deliver(anEvent(accessRevoked, { data: holding }));

  const owned = await chat.service.internals.store.connection.collection('owned').find().toArray();
  expect(owned).toEqual([]);
});

it('follow-up questions are three lines, by mode or by the known prompt, and store nothing (CON-02, CON-12)', async () => {
  await using chat = await bootConcierge();
  const { conversationId } = await chat.send('books about kites');
  const prompt = (body: { message: string; mode?: 'suggestions' }) =>
    chat.visitor.chat({ body: { ...body, conversationId } });

  const byMode = await prompt({ message: 'anything', mode: 'suggestions' });
  const byPrompt = await prompt({ message: 'Suggest 3 follow-up questions, one per line.' });

  for (const { reply, items } of [byMode, byPrompt]) {
    expect(reply.split('\n')).toHaveLength(3);
    expect(items).toEqual([]);
  }
  const { turns } = await chat.visitor.getConversation({ params: { conversationId } });
  expect(turns).toHaveLength(2);
});

it('each answered request is one event without text, chat and suggestions apart (CON-07, CON-12, CON-19, P73)', async () => {
  await using chat = await bootConcierge();
  const { conversationId } = await chat.send(CANARY);
  await chat.send('I want to die', conversationId);
  await chat.visitor.chat({ body: { message: 'more', mode: 'suggestions', conversationId } });

  const events = (await chat.service.publishedEvents()).filter(
    ({ type }) => type === 'concierge.turn-answered.v1',
  );

  expect(events.map(({ data }) => (data as { mode: string }).mode)).toEqual(['chat', 'chat', 'suggestions']);
  expect(new Set(events.map(({ data }) => (data as { talk: string }).talk)).size).toBe(1);
  const text = JSON.stringify(events);
  for (const secret of [CANARY, 'want to die', conversationId]) expect(text).not.toContain(secret);
});

it('a crisis gets the fixed words before anything else and is not stored (CON-18, P71)', async () => {
  await using chat = await bootConcierge();

  const reply = await chat.send('I want to die');

  expect(reply).toMatchObject({ intent: 'crisis', by: 'fixed', items: [] });
  expect(reply.reply).toMatch(/^You matter\..*14416/s);
  expect(await stored(chat)).not.toContain('want to die');
});

it('an item that the reader owns is not recommended; after a revocation it is again (CON-20)', async () => {
  await using chat = await bootConcierge();
  const holding = {
    userId: UserId.parse('asha'),
    mediaId: MediaId.parse('glass-thread'),
    mediaType: 'ebook',
    format: 'text',
  } as const;
  const kites = async () =>
    (await chat.asha.chat({ body: { message: 'books about kites' } })).items.map(({ id }) => String(id));
  expect(await kites()).toContain('glass-thread');
  const revoked = anEvent(accessRevoked, { data: holding, time: new Date(Date.now() + 60_000) });

  await chat.service.deliver(anEvent(accessGranted, { data: holding }));
  expect(await kites()).not.toContain('glass-thread');

  await chat.service.deliver(revoked);
  await chat.service.deliver(anEvent(accessGranted, { data: holding }));
  expect(await kites()).toContain('glass-thread');
});
