/** Each card says why it was chosen, and a reply says when what was named is not here. */

import { useFixture } from '@satrangi/chassis/use-fixture';
import { expect, it } from 'vitest';
import { bootConcierge } from './boot-concierge.ts';
import { bootWithModel } from './boot-with-model.ts';

const chat = useFixture(bootConcierge);
it.each([
  ['anything about kites?', 'glass-thread', 'About: kites'],
  ['stories from Goa', 'salt-on-the-balcony', 'About: Goa'],
  ['something sad about grief', 'kamalalebur-dupur', 'Mentions: Grief'],
  ['a birthday', 'saajhi-rasoi', 'Mentions: birthday'],
  ['deshmookh', 'seven-ways-home', 'By Ira Deshmukh'],
  ['deshmukh', 'seven-ways-home', 'By Ira Deshmukh'],
  ['Tamil books', 'nilavin-niram', 'In Tamil'],
  ['something to watch', 'siser-akshar', 'To watch'],
  ['cheapest ebook you have', 'kadaisi-perundhu', '₹130'],
  ['cheapest ebook you have', 'what-the-tailor-knew', 'Free for everyone'],
  ['Surprise me', 'the-monsoon-register', 'Featured by the house'],
  ['कुछ अच्छा बताओ', 'the-monsoon-register', 'ख़ास चुनी हुई'],
  ['हिंदी में कविता या कहानी की किताबें दिखाओ', 'chhat-ki-chaabi', 'ज़िक्र: poetry'],
])('CON-20 %s: %s was chosen because of %s', async (message, id, reason) => {
  const { items } = await chat.send(message);

  expect(items.find((item) => item.id === id)?.reason).toBe(reason);
});

const MISSING = /^I do not have that here\. These come close\./;
const NOTHING = /^I found nothing here for that\./;

it.each([
  ['Do you have The God of Small Trains?', MISSING],
  ['I want "Rain in Reverse" by Amruta Kulkarni', MISSING],
  ['documentary in Urdu', MISSING],
  ['a magazine from Kolkata', MISSING],
  ['Do you have The God of Small Things?', NOTHING],
  ['Is there a book called The Argonauts?', NOTHING],
  ['anything by Arundhati Roy', NOTHING],
  ['“Orlando”', NOTHING],
  ['asdf qwer', NOTHING],
  ['books about dinosaurs', NOTHING],
])('CON-20 %s: the reply says that it is not here', async (message, sentence) => {
  const { reply, items } = await chat.send(message);

  expect(reply).toMatch(sentence);
  expect(items.length > 0).toBe(sentence === MISSING);
});

it.each([
  'Do you have The Monsoon Register?',
  '"Salt on the Balcony"',
  'do you have anything by Ira Deshmukh',
  'a story about Pune and Mumbai',
])('%s: what is here is not called missing', async (message) => {
  const { reply, items } = await chat.send(message);

  expect(reply).not.toMatch(MISSING);
  expect(items.length).toBeGreaterThan(0);
});

it('CON-20 a model that picks something for a title that is not here does not hide that', async () => {
  await using withModel = await bootWithModel();
  await withModel.setFault(null);
  const missing = await withModel.send('Do you have The God of Small Trains?');
  const known = await withModel.send('Do you have The Monsoon Register?');

  expect([missing.by, missing.items.length > 0]).toEqual(['model', true]);
  expect(missing.reply).toMatch(MISSING);
  expect(known.by).toBe('model');
  expect(known.reply).not.toMatch(MISSING);
});
