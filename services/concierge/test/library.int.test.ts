/** What a reader owns: shown on request with a token, marked when asked for by name, never recommended. */
import { anEvent } from '@satrangi/chassis/testing';
import { useFixture } from '@satrangi/chassis/use-fixture';
import { accessGranted, MediaId, UserId } from '@satrangi/contracts';
import { beforeAll, expect, it } from 'vitest';
import { bootConcierge } from './boot-concierge.ts';

const OWNED = ['the-monsoon-register', 'my-name'];
const chat = useFixture(bootConcierge);
beforeAll(async () => {
  for (const id of OWNED) {
    const data = {
      userId: UserId.parse('asha'),
      mediaId: MediaId.parse(id),
      mediaType: 'ebook',
      format: 'text',
    } as const;
    await chat.service.deliver(anEvent(accessGranted, { data }));
  }
});

const questions = [
  'What is in my library?',
  "what's in my library",
  'Show my library',
  'show me my digital library please',
  'my library',
  'What books do I own?',
  'What do I own?',
  'What have I bought?',
  'which titles have I bought so far',
  'show me the books I have bought',
  'मेरी लाइब्रेरी में क्या है?',
  'मैंने क्या ख़रीदा है?',
  'मेरे पास कौन सी किताबें हैं?',
  'meri library mein kya hai',
  'maine kya kharida hai',
  'என் நூலகத்தில் என்ன இருக்கிறது?',
  'நான் என்ன வாங்கியிருக்கிறேன்?',
  'আমার লাইব্রেরিতে কী আছে?',
  'আমি কী কী কিনেছি?',
  'माझ्या लायब्ररीत काय आहे?',
  'मी काय विकत घेतलं आहे?',
  'میری لائبریری میں کیا ہے؟',
  'میں نے کیا خریدا ہے؟',
];

it.each(questions)('CON-16 %s: the titles of the caller and no others', async (message) => {
  const { intent, items, links } = await chat.asha.chat({ body: { message } });

  expect(intent).toBe('my-library');
  expect(items.map(({ id }) => String(id)).sort()).toEqual([...OWNED].sort());
  expect(links.map(({ url }) => url)).toEqual(['/digital-library']);
});

it.each(questions)('CON-16 %s: a visitor is asked to log in and sees no title', async (message) => {
  const { intent, items, links } = await chat.send(message);

  expect(intent).toBe('my-library');
  expect(items).toEqual([]);
  expect(links[0]?.url).toBe('/login');
});

it('CON-16 the sentences: titles by number, an empty library, a login', async () => {
  const message = 'my library';

  expect((await chat.asha.chat({ body: { message } })).reply).toMatch(/^These titles are yours: 2 /);
  expect((await chat.meera.chat({ body: { message } })).reply).toMatch(/^Your digital library is empty/);
  expect((await chat.send(message)).reply).toMatch(/^Log in to see your library/);
});

it.each([
  ['how old do I have to be to use the library', 'policy'],
  ['who can see what I read', 'policy'],
  ['I paid but the book is not in my library', 'order-help'],
  ['books about libraries', 'items'],
])('CON-16 %s is still %s', async (message, intent) => {
  const reply = await chat.asha.chat({ body: { message } });

  expect(reply.intent === 'nothing-found' ? 'items' : reply.intent).toBe(intent);
});

it('CON-20 an owned title asked for by its name is shown as owned, to its owner only', async () => {
  const prompt = (who: typeof chat.asha) => who.chat({ body: { message: 'The Monsoon Register' } });
  const [mine, hers] = [await prompt(chat.asha), await prompt(chat.meera)];

  expect(mine).toMatchObject({
    intent: 'items',
    items: [{ id: 'the-monsoon-register', reason: 'You own it' }],
  });
  expect(mine.reply).toMatch(/^This one is already yours/);
  expect(hers.items[0]).toMatchObject({ id: 'the-monsoon-register', reason: 'The title you asked for' });
});

it('CON-20 an owned title is still not recommended for its subject', async () => {
  const { items } = await chat.asha.chat({ body: { message: 'books about rain or the monsoon' } });

  expect(items.length).toBeGreaterThan(0);
  expect(items.map(({ id }) => String(id))).not.toContain('the-monsoon-register');
});
