import { expect, it } from 'vitest';
import { hindi } from '../../languages/hindi.ts';
import { anOrder } from '../../testing/fixtures.ts';
import { orderState } from './order-state.ts';

const [item] = anOrder().items;
const two = item ? [item, item] : [];

it.each([
  ['one title', {}],
  ['two titles', { items: two }],
  ['one title that is not granted yet', { fulfilled: false }],
  ['two titles that are not granted yet', { items: two, fulfilled: false }],
])('the state of a paid order of %s is whole in Hindi', (_name, overrides) => {
  const { heading, text } = orderState(anOrder(overrides), false);

  for (const children of [heading, text]) {
    const translated = hindi.translateProps('p', { children }).children;
    expect(translated).not.toMatch(/[a-z]/i);
    expect(translated).not.toMatch(/^\P{Script=Devanagari}*$/u);
  }
});
