import { expect, it } from 'vitest';
import { createPassages } from './passages.ts';

const passages = createPassages(undefined, { name: 'Satrangi', email: 'hello@example.org' }, () => 0);

it.each([
  ['who can see what i read', 'Who can see what I read?'],
  ['is it private what i buy', 'Who can see what I read?'],
  ['what will my bank statement say', 'What will my bank statement say?'],
  ['i share my phone with my brother', 'I share my phone or computer. What helps?'],
  ['do i need my legal name', 'Do I have to use my legal name?'],
  ['delete my account', 'How do I delete my account?'],
  ['can i read offline', 'Can I read without a connection?'],
  ['how can i pay', 'How can I pay?'],
  ['which languages do you publish', 'Which languages do you publish in?'],
])('%s is answered by the passage "%s"', async (message, title) => {
  expect(await passages.find(message)).toMatchObject({ title, url: '/faq' });
});
