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
  ['i forgot my password', 'I forgot my password.'],
  ['password bhool gaya', 'I forgot my password.'],
  ['पासवर्ड भूल गया', 'I forgot my password.'],
  ['how do i change my email', 'How do I change my email?'],
  ['how do gifts work', 'Can I give a title to somebody?'],
  ['can i give a book to a friend anonymously', 'Can I give a title to somebody?'],
  ['where do i redeem a code', 'Can I give a title to somebody?'],
  ['is my name shown anywhere', 'Where is my name shown?'],
  ['kya mera naam kahin dikhta hai', 'Where is my name shown?'],
  ['क्या मेरा नाम कहीं दिखता है', 'Where is my name shown?'],
  ['will my family see what i bought', 'Who can see what I read?'],
  ['can somebody find out that i read here', 'Who can see what I read?'],
  ['மற்றவர்கள் என் நூலகத்தைப் பார்க்க முடியுமா', 'Who can see what I read?'],
  ['what does the mail you send me say', 'What will my bank statement say?'],
  ['my partner uses this phone too', 'I share my phone or computer. What helps?'],
  ['is there anything in my browser history', 'I share my phone or computer. What helps?'],
  ['can i download the pdf', 'Can I download what I bought?'],
  ['do you have an app', 'Do you have an app, or printed books?'],
  ['does the app icon show what this is', 'Do you have an app, or printed books?'],
  ['do you ship paper books', 'Do you have an app, or printed books?'],
  ['i am outside india, can i buy', 'How can I pay?'],
])('%s is answered by the passage "%s"', async (message, title) => {
  expect(await passages.find(message)).toMatchObject({ title, url: '/faq' });
});

it.each(['what is satrangi', 'who runs this', 'who is behind this site'])(
  '%s is answered by the page About',
  async (message) => {
    const found = await passages.find(message);
    expect(found).toMatchObject({ title: 'About', url: '/about' });
    expect(found?.text).toContain('a press, a library and an archive');
  },
);

it.each([
  'a gift for a friend who loves gardens',
  'my name',
  'a story whose family finds out',
  'something where her mother sees what she reads',
  'stories on a ship',
  'a novel about a postman who delivers letters',
  'books about a bank clerk',
  'poems about rain on paper',
  'a story in the language of birds',
])('%s asks about no policy', async (message) => {
  expect(await passages.find(message)).toBeUndefined();
});

it.each([
  'the book does not open',
  'how do i log out everywhere',
  'can i change my name',
  'do you have discounts',
])('%s asks for what no passage says', async (message) => {
  expect(await passages.find(message)).toBeNull();
});
