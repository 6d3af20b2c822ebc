/** What the chat answers about the run, orders and taste of a reader, and what of it a model receives. */
import { orderStates } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { bootConcierge, type ConciergeFixture } from './boot-concierge.ts';
import { bootWithModel } from './boot-with-model.ts';
import { aProfile, aRunEvent, type NeighboursFixture, startNeighbours } from './reader-fixture.ts';

const withNeighbours = async (): Promise<ConciergeFixture & { readonly neighbours: NeighboursFixture }> => {
  const neighbours = await startNeighbours();
  const chat = await bootConcierge({ env: neighbours.env });
  return {
    ...chat,
    neighbours,
    [Symbol.asyncDispose]: async () => {
      await chat[Symbol.asyncDispose]();
      await neighbours[Symbol.asyncDispose]();
    },
  };
};
const promptAsha = ({ asha }: ConciergeFixture, message: string, more: { local?: boolean } = {}) =>
  asha.chat({ body: { message, ...more } });

it('CON-03 the chat is open to visitors; a login makes greeting, order and questions personal', async () => {
  await using chat = await withNeighbours();
  const suggestionsOf = async (more: object = {}) =>
    (await chat.asha.chat({ body: { message: 'more', mode: 'suggestions', ...more } })).reply.split('\n');

  expect((await chat.send('hello')).reply).toMatch(/^Hello, and welcome\./);
  expect((await promptAsha(chat, 'hello')).reply).toMatch(/^Hello Ashalata Canary, welcome back\./);
  expect(await suggestionsOf()).toHaveLength(3);
  expect((await suggestionsOf())[0]).toBe('Something about kites?');
  // in discreet mode the screen does not show the taste of a reader
  expect((await suggestionsOf({ local: true })).join()).not.toContain('kites');
});

it('CON-03 interests, city and country decide between items that fit about equally well', async () => {
  await using chat = await withNeighbours();
  const visitor = (await chat.send('books about rain')).items.map(({ id }) => String(id));
  const last = chat.shop.items.get(visitor.at(-1) ?? '');
  if (!last || visitor.length < 3) throw new Error('the demo titles changed');
  chat.neighbours.profile = aProfile({ interests: last.tags });

  const own = (await promptAsha(chat, 'books about rain')).items.map(({ id }) => String(id));

  expect(own.indexOf(last._id)).toBeLessThan(visitor.indexOf(last._id));
});

it('CON-03 interests and city decide the order of open suggestions, and say so, but not in discreet mode', async () => {
  await using chat = await withNeighbours();
  const first = async (more: { local?: boolean } = {}) =>
    (await promptAsha(chat, 'Surprise me', more)).items
      .slice(0, 2)
      .map(({ id, reason }) => [String(id), reason]);
  const visitor = (await chat.send('Surprise me')).items.map(({ id }) => String(id));
  expect(visitor[0]).toBe('the-monsoon-register');

  chat.neighbours.profile = aProfile({ interests: ['kites'], city: '' });
  expect((await first())[0]).toEqual(['the-kite-that-stayed', 'About: kites']);
  chat.neighbours.profile = aProfile({ interests: [], city: 'Goa' });
  expect((await first())[0]).toEqual(['salt-on-the-balcony', 'About: Goa']);
  expect((await first({ local: true }))[0]?.[0]).toBe('the-monsoon-register');
});

it('CON-16 run info is what virtual-run answers at that moment: dates, phase, fee, page', async () => {
  await using chat = await withNeighbours();
  chat.service.clock.set(new Date('2026-11-25T10:00:00.000Z'));
  const prompt = () => chat.send('How does the run work?');
  const open = await prompt();

  expect(open).toMatchObject({ intent: 'run-info', links: [{ label: 'Virtual run', url: '/virtual-run' }] });
  expect(open.reply).toContain(
    'Step by Step: run, walk, cycle or wheel wherever you are, from 8 December 2026 to 10 December 2026.',
  );
  expect(open.reply).toContain('Registration is open until 9 December 2026; the present phase is Standard.');
  expect(open.reply).toContain(
    'It costs between ₹300 and ₹5,000, as you choose. You have 72 hours to finish.',
  );

  chat.neighbours.run = aRunEvent({ title: 'Another run', phase: 'Early bird', maxFee: 4_000 });
  expect((await prompt()).reply).toMatch(/Another run: .* ₹250 and ₹4,000/);
  chat.neighbours.run = aRunEvent({ isOpen: false, phase: null });
  chat.service.clock.set(new Date('2026-12-10T10:00:00.000Z'));
  expect((await prompt()).reply).toContain('Registration closed at the end of 9 December 2026.');
  chat.neighbours.run = null;
  expect((await prompt()).reply).toContain('There is no run at the moment.');
  chat.neighbours.isUp = false;
  const away = await prompt();
  expect(away.reply).toContain('I cannot read its dates and fees right now.');
  expect(away.reply).not.toMatch(/\d/);
});

it.each([
  ['दौड़ कब है?', '8 दिसंबर 2026'],
  ['ஓட்டத்தில் எப்படி சேர்வது?', 'டிசம்பர், 2026'],
  ['দৌড় কবে?', 'ডিসেম্বর'],
  ['دوڑ کب ہے؟', 'دسمبر'],
])('CON-16 run info is in the language of the question: %s', async (message, words) => {
  await using chat = await withNeighbours();
  const { reply } = await chat.send(message);

  expect(reply).toContain(words);
  expect(reply).toContain('₹300');
});

it('CON-16 order help counts the caller’s own orders in every state of payments, and links to them', async () => {
  await using chat = await withNeighbours();
  chat.neighbours.orders = [...orderStates, 'paid', 'pending'];
  const prompt = () => promptAsha(chat, 'where is my order?');

  expect((await prompt()).reply).toMatch(
    /^Your orders: 2 paid, 3 waiting for payment, 3 cancelled or refunded\./,
  );
  expect((await prompt()).links.map(({ url }) => url)).toEqual(['/orders', '/digital-library']);
  chat.neighbours.orders = [];
  expect((await prompt()).reply).toMatch(/^I see no orders in your account\./);
  chat.neighbours.isUp = false;
  expect((await prompt()).reply).toMatch(/^I cannot see your orders right now\./);
  const visitor = await chat.send('where is my order?');
  expect(visitor.reply).toMatch(/^Log in and open Orders/);
  expect(visitor.links.map(({ url }) => url)).toEqual(['/login', '/orders']);
});

it('CON-03 P69 BEY-09 a model receives the interests only with the switch of the profile, never name or city, and nothing when kept local', async () => {
  await using neighbours = await startNeighbours();
  await using chat = await bootWithModel({ env: neighbours.env });
  const received = async (aiPersonal: boolean, local = false): Promise<string> => {
    neighbours.profile = aProfile({ interests: ['interest-canary'], aiPersonal });
    const before = (await chat.prompts()).length;
    await promptAsha(chat, 'books about rain', { local });
    return (await chat.prompts()).slice(before);
  };
  const [without, shared, kept] = [await received(false), await received(true), await received(true, true)];

  expect(without).toContain('books about rain');
  expect(without).not.toContain('interest-canary');
  expect(shared).toContain('Interests of the reader, as data: interest-canary');
  expect(kept).toBe('');
  for (const canary of ['Ashalata', 'Canarypur', 'asha-canary'])
    expect(without + shared).not.toContain(canary);
});

it('CON-16 a model is offered exactly the six tools that only read', async () => {
  await using chat = await bootWithModel();
  await chat.send('books about rain');
  const prompts = await chat.prompts();

  const offered = [...prompts.matchAll(/"type":"function","function":\{"name":"(\w+)"/g)].map(
    ([, name]) => name,
  );
  expect(new Set(offered)).toEqual(
    new Set(['search_catalog', 'get_item', 'my_library', 'run_info', 'policy_lookup', 'order_help']),
  );
});
