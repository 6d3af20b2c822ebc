import { useFixture } from '@satrangi/chassis/use-fixture';
import { MediaId } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { bootConcierge, refusal } from './boot-concierge.ts';

const chat = useFixture(bootConcierge);
it('answers a message with reply, items and a conversation id (CON-01, CON-08, CON-09)', async () => {
  const { reply, items, conversationId, by } = await chat.send('books about rain');

  expect(reply).not.toBe('');
  expect(by).toBe('local');
  expect(conversationId).toMatch(/^[\w-]{22}$/);
  expect(items.length).toBeGreaterThan(0);
  expect(items.length).toBeLessThanOrEqual(6);
  for (const item of items) {
    const inShop = chat.shop.items.get(item.id);
    expect(item).toMatchObject({ title: inShop?.title, creator: inShop?.creator });
    expect(item.url).toMatch(new RegExp(`/${item.id}$`));
    expect(item.reason).not.toBe('');
  }
});

it('title and price are read when the reply is made, in minor units (CON-04, CON-10)', async () => {
  const before = chat.shop.items.get('borrowed-kurtas');
  if (!before) throw new Error('the demo titles changed');
  chat.shop.items.set(before._id, { ...before, title: 'Borrowed Kurtas, revised', priceINR: 333 });

  const { items } = await chat.send('borrowed kurtas');

  expect(items[0]).toMatchObject({ title: 'Borrowed Kurtas, revised', pricePaise: 33_300 });
});

it('an item that was withdrawn after it was indexed is not named (CON-10)', async () => {
  chat.shop.items.delete('second-landing');

  const { reply, items } = await chat.send('second landing');

  expect(items.map(({ id }) => id)).not.toContain(MediaId.parse('second-landing'));
  expect(reply).not.toContain('Second Landing');
});

it.each(['', '   ', '\n\t '])('an empty message (%j) is refused (CON-05)', async (message) => {
  expect(await refusal(chat.send(message))).toMatchObject({
    status: 400,
    message: 'Please write a message.',
  });
});

it('a message of more than 2,000 characters is refused, one of 2,000 is answered (CON-13)', async () => {
  expect(await refusal(chat.send('a'.repeat(2_001)))).toMatchObject({ status: 400 });
  expect((await chat.send('a'.repeat(2_000))).reply).not.toBe('');
});

it('the 21st message of a minute is refused with a text (CON-13)', async () => {
  await using limited = await bootConcierge({ items: [], env: { CHAT_PER_MINUTE: '20' } });
  for (let n = 0; n < 20; n++) await limited.send('hello');

  expect(await refusal(limited.send('hello'))).toMatchObject({
    status: 429,
    message: 'Too many messages. Please wait a moment.',
  });
});

it('helplines are answered beyond the limit too, and nothing is written for them (CON-13, CON-18)', async () => {
  await using limited = await bootConcierge({ items: [], env: { CHAT_PER_MINUTE: '1' } });
  const { conversationId } = await limited.send('hello');
  const counted = (await limited.service.publishedEvents()).length;

  expect(await limited.send('I want to die', conversationId)).toMatchObject({
    intent: 'crisis',
    by: 'fixed',
  });
  expect((await refusal(limited.send('hello', conversationId))).status).toBe(429);
  expect(await limited.service.publishedEvents()).toHaveLength(counted);
});

it('an item that cannot be read right now is left out, and the others are shown', async () => {
  const whole = await chat.send('books about rain');
  const [failing] = whole.items;
  if (!failing || whole.items.length < 2) expect.unreachable();
  chat.shop.failing.add(failing.id);

  const partial = await chat.send('books about rain');
  chat.shop.failing.clear();

  expect(partial).toMatchObject({ reply: whole.reply, intent: 'items' });
  expect(partial.items).toEqual(whole.items.slice(1));
});

it('without the catalog the reply states it and still helps with policies (CON-09)', async () => {
  chat.shop.isUp = false;

  const items = await chat.send('books about rain');
  const policy = await chat.send('can I get a refund?');
  chat.shop.isUp = true;

  expect(items).toMatchObject({ items: [], intent: 'nothing-found' });
  expect(items.reply).toContain('shelves do not answer');
  expect(policy.intent).toBe('policy');
  expect(policy.links[0]?.url).toBe('/refunds');
});
