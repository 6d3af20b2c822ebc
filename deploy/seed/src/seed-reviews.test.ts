import { CARD_RATING_MIN, identityApi } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { loadSeedItems } from './load-seed-items.ts';
import { loadSeedReaders, registrationOf } from './seed-reviews.ts';

it('the demo readers are invented, and review each demo eBook at most once', async () => {
  const readers = await loadSeedReaders();
  const ebooks = new Set(
    (await loadSeedItems()).filter(({ kind }) => kind === 'ebook').map(({ slug }) => slug),
  );

  for (const reader of readers) {
    const reviewed = reader.reviews.map(({ ebook }) => ebook);
    expect(new Set(reviewed).size).toBe(reviewed.length);
    expect(reviewed.filter((slug) => !ebooks.has(slug))).toEqual([]);
    const { email } = identityApi.register.body.parse(registrationOf(reader));
    expect(email).toMatch(/@readers\.example$/);
  }
});

it('some demo eBooks have enough reviews for stars on their card, in more than one script', async () => {
  const reviews = (await loadSeedReaders()).flatMap((reader) => reader.reviews);
  const counts = Map.groupBy(reviews, ({ ebook }) => ebook);
  const words = reviews.map(({ comment }) => comment).join(' ');

  expect([...counts.values()].filter(({ length }) => length >= CARD_RATING_MIN).length).toBeGreaterThan(4);
  for (const script of ['Latin', 'Devanagari', 'Bengali', 'Tamil', 'Arabic'])
    expect(words).toMatch(new RegExp(`\\p{Script=${script}}`, 'u'));
});
