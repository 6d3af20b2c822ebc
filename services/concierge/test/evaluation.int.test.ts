import { useFixture } from '@satrangi/chassis/use-fixture';
import { expect, it } from 'vitest';
import { questions } from '../evaluation/questions.ts';
import { scoreOf } from '../evaluation/score.ts';
import { bootConcierge } from './boot-concierge.ts';
import { bootWithModel } from './boot-with-model.ts';

const LOCAL_MIN = 0.9;
const MODEL_MIN = 0.95;

const local = useFixture(bootConcierge);
it('the list holds 120 questions in six languages', () => {
  expect(questions).toHaveLength(120);
  expect(new Set(questions.map(({ language }) => language)).size).toBe(6);
});

it('at least 90 % of 120 questions are answered well without a model', async () => {
  const { share, missed } = await scoreOf(({ text }) => local.send(text), local.shop.items);

  expect(share, missed.join('\n')).toBeGreaterThanOrEqual(LOCAL_MIN);
});

it('at least 95 % are answered well with a model that cooperates', async () => {
  await using chat = await bootWithModel();
  await chat.setFault(null);

  const { share, missed } = await scoreOf(({ text }) => chat.send(text), chat.shop.items);

  expect(share, missed.join('\n')).toBeGreaterThanOrEqual(MODEL_MIN);
});
