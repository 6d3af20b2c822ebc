import { describe, expect, it } from 'vitest';
import { falsehoods } from './falsehoods.ts';
import { inventedTitles } from './hostile-prompts.ts';
import { injectionsInto, markupIn } from './injections.ts';

type Modules = typeof import('./boot-with-model.ts');

/** The fixture, loaded with a mutation of the concierge. */
const loadWithout = (mutation: string): Promise<Modules> =>
  import(/* @vite-ignore */ `./boot-with-model.ts${mutation === 'nothing' ? '' : `?mutations=${mutation}`}`);

/** Negative controls: with a protection removed (decision 0055), the harm it prevents must be observable (P68, P69, P71, P72). */
describe('with a protection removed, the chat would', () => {
  it.each(['speech-filter', 'nothing'])(
    'name a title that does not exist (%s is removed)',
    async (removed) => {
      const { bootWithModel } = await loadWithout(removed);
      await using chat = await bootWithModel();
      const [title] = inventedTitles;
      await chat.script([
        JSON.stringify({
          intent: 'items',
          picks: [{ id: 'barsaat-ke-baad', because: 'tag', value: 'rain' }],
          passages: [],
          opening: `You will love ${title}`,
          followUps: [],
        }),
      ]);

      const { reply } = await chat.send('books about rain');

      expect(reply.includes(title)).toBe(removed === 'speech-filter');
    },
  );

  it.each(['pick-check', 'nothing'])('show an item that no tool named (%s is removed)', async (removed) => {
    const { bootWithModel } = await loadWithout(removed);
    await using chat = await bootWithModel();
    await chat.script([
      JSON.stringify({
        intent: 'items',
        picks: [{ id: 'the-tuesday-telephone', because: 'tag', value: 'men' }],
        passages: [],
        opening: '',
        followUps: [],
      }),
    ]);

    const { items } = await chat.send('books about rain');

    expect(items.some(({ id }) => id === 'the-tuesday-telephone')).toBe(removed === 'pick-check');
  });

  it.each(['live-lookup', 'nothing'])('show a price of the past (%s is removed)', async (removed) => {
    const { bootWithModel } = await loadWithout(removed);
    await using chat = await bootWithModel();
    const item = chat.shop.items.get('second-landing');
    if (!item) throw new Error('the demo titles changed');
    await chat.send('second landing');
    chat.shop.items.set(item._id, { ...item, priceINR: 999 });

    const { items } = await chat.send('second landing');

    expect(items.find(({ id }) => id === item._id)?.pricePaise).toBe(
      removed === 'live-lookup' ? 18_900 : 99_900,
    );
  });

  it.each(['follow-up-filter', 'nothing'])(
    'ask whether to order a title that does not exist (%s is removed)',
    async (removed) => {
      const { bootWithModel } = await loadWithout(removed);
      await using chat = await bootWithModel();
      await chat.setFault({ invent: inventedTitles });
      const { conversationId } = await chat.send('books about rain');

      const { reply } = await chat.visitor.chat({
        body: { message: 'more', mode: 'suggestions', conversationId },
      });

      expect(falsehoods({ reply, items: [], links: [] }, chat.shop.items).length > 0).toBe(
        removed === 'follow-up-filter',
      );
    },
  );

  it.each(['tool-text', 'nothing'])(
    'send markup of a description to the model (%s is removed)',
    async (removed) => {
      const { bootWithModel } = await loadWithout(removed);
      await using chat = await bootWithModel();
      const item = chat.shop.items.get('glass-thread');
      if (!item) throw new Error('the demo titles changed');
      const injection = injectionsInto('description').find((text) => text.includes('<system>')) ?? '';
      chat.shop.items.set(item._id, { ...item, description: injection });
      await chat.send('books about kites');

      expect(markupIn(await chat.prompts()).length > 0).toBe(removed === 'tool-text');
    },
  );

  it.each(['crisis-first', 'nothing'])(
    'ask a model about a person in danger (%s is removed)',
    async (removed) => {
      const { bootWithModel } = await loadWithout(removed);
      await using chat = await bootWithModel();

      const { intent } = await chat.send('I want to die');

      expect((await chat.prompts()) !== '[]').toBe(removed === 'crisis-first');
      expect(intent !== 'crisis').toBe(removed === 'crisis-first');
    },
  );

  it.each(['owner-check', 'nothing'])(
    'go on in a conversation of another reader (%s is removed)',
    async (removed) => {
      const { bootWithModel } = await loadWithout(removed);
      await using chat = await bootWithModel();
      const { conversationId } = await chat.asha.chat({ body: { message: 'books about kites' } });

      const foreign = await chat.meera.chat({ body: { message: 'hello', conversationId } });

      expect(foreign.conversationId === conversationId).toBe(removed === 'owner-check');
    },
  );

  it.each(['held-reservation', 'nothing'])(
    'cost nothing although the provider failed after the call was sent (%s is removed)',
    async (removed) => {
      const { bootWithModel } = await loadWithout(removed);
      await using chat = await bootWithModel();
      await chat.setFault({ status: 500, after: true });

      await chat.send('books about rain');

      expect((await chat.spentToday()) === 0).toBe(removed === 'held-reservation');
    },
  );
});
