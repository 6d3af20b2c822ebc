/** Malayalam, the sixth script of the chat. */
import { expect, it } from 'vitest';
import { scoreOf } from '../evaluation/score.ts';
import { isCrisis } from '../src/crisis/crisis.rules.ts';
import { readerLanguage } from '../src/language/reader-language.rules.ts';
import { foldLetters } from '../src/language/words.rules.ts';
import { bootConcierge } from './boot-concierge.ts';
import { malayalamInDanger, malayalamLiterary, malayalamQuestions } from './malayalam.ts';

it('questions in Malayalam are answered well, in Malayalam', async () => {
  await using chat = await bootConcierge();
  const replies: string[] = [];

  const { missed } = await scoreOf(
    async ({ text }) => {
      const reply = await chat.send(text);
      replies.push(reply.reply);
      return reply;
    },
    chat.shop.items,
    malayalamQuestions,
  );

  expect(missed).toEqual([]);
  for (const reply of replies) expect(readerLanguage(reply)).toBe('ml');
});

it.each(malayalamInDanger)('a person in danger is found: %s (CON-18, P71)', (message) => {
  expect(isCrisis(message, undefined)).toBe(true);
});

it.each(malayalamLiterary)('a question for books is not: %s (CON-18, P71)', (message) => {
  expect(isCrisis(message, undefined)).toBe(false);
});

it('both spellings of a keyboard are one word', () => {
  expect(foldLetters('ഞാന്\u200D എ\u0D7B\u0D4D\u0D31െ ൫൦')).toBe('ഞാൻ എന്റെ 50');
});

it('the helplines come after a sentence in Malayalam (CON-18)', async () => {
  await using chat = await bootConcierge();

  const { reply, intent } = await chat.send('എനിക്ക് മരിക്കണം');

  expect(intent).toBe('crisis');
  expect(reply).toMatch(/^നിങ്ങൾ പ്രധാനപ്പെട്ട ഒരാളാണ്\..*14416/s);
});
