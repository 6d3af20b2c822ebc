import { expect, it } from 'vitest';
import { costPaise, minutesOf, spokenMs } from './usage.rules.ts';

const at = (talk: string, seconds: number) => ({ talk, at: new Date(seconds * 1_000) });

it('USE-11 a conversation lasts from message to message; gaps over five minutes are left out', () => {
  const messages = [at('one', 0), at('one', 60), at('one', 360), at('one', 661), at('one', 691)];

  expect(spokenMs(messages)).toBe((60 + 300 + 30) * 1_000);
});

it('USE-11 conversations are counted apart, whatever the order of their messages', () => {
  const messages = [at('one', 100), at('two', 40), at('one', 0), at('two', 30), at('alone', 5)];

  expect(spokenMs(messages)).toBe(110_000);
  expect(spokenMs(messages.toReversed())).toBe(110_000);
  expect(spokenMs([])).toBe(0);
});

it('USE-11 minutes have two decimals, and the cost is to the paisa, half up', () => {
  expect(minutesOf(110_000)).toBe(1.83);
  expect(costPaise(1.83, 150)).toBe(275);
  expect(costPaise(0.5, 1)).toBe(1);
  expect(costPaise(1.15, 100)).toBe(115);
  expect(costPaise(0, 150)).toBe(0);
});
