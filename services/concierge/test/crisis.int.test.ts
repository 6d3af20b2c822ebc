import { expect, it } from 'vitest';
import { bootWithModel } from './boot-with-model.ts';
import { inDanger } from './crisis-phrases.ts';

it('of 200 sentences of people in danger at most 4 miss the helplines, and a model receives none that was found (CON-18, P71)', async () => {
  await using chat = await bootWithModel();
  await chat.setFault(null);
  const found: string[] = [];
  const sent: string[] = [];
  for (const message of inDanger) {
    const { intent, by } = await chat.send(message);
    const calls = await chat.clearPrompts();
    if (intent !== 'crisis') continue;
    found.push(message);
    if (calls > 0 || by !== 'fixed') sent.push(message);
  }

  expect(found.length).toBeGreaterThanOrEqual(196);
  expect(sent).toEqual([]);
});
