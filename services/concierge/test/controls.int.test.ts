import { describe, expect, it } from 'vitest';
import { inventedTitles } from './hostile-prompts.ts';

type Modules = typeof import('./boot-with-model.ts');

/** The fixture, loaded with a mutation of the concierge. */
const loadWithout = (mutation: string): Promise<Modules> =>
  import(/* @vite-ignore */ `./boot-with-model.ts${mutation === 'nothing' ? '' : `?mutations=${mutation}`}`);

/** Negative controls: with a protection removed (decision 0055), the harm it prevents must be observable (P68). */
describe('with a protection removed, a reply would', () => {
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

      const { reply } = await chat.say('books about rain');

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

    const { items } = await chat.say('books about rain');

    expect(items.some(({ id }) => id === 'the-tuesday-telephone')).toBe(removed === 'pick-check');
  });

  it.each(['live-lookup', 'nothing'])('show a price of the past (%s is removed)', async (removed) => {
    const { bootWithModel } = await loadWithout(removed);
    await using chat = await bootWithModel();
    const item = chat.shop.items.get('second-landing');
    if (!item) throw new Error('the demo titles changed');
    await chat.say('second landing');
    chat.shop.items.set(item._id, { ...item, priceINR: 999 });

    const { items } = await chat.say('second landing');

    expect(items.find(({ id }) => id === item._id)?.pricePaise).toBe(
      removed === 'live-lookup' ? 18_900 : 99_900,
    );
  });
});
