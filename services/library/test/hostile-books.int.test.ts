import { previewPageCount } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { cutSample } from '../src/preview/cut-sample.ts';
import { sentinelsIn } from './leaky-book.ts';
import { strangeBooks } from './strange-books.ts';

const INK = /^(?:TEXT|FORM|DEEP)(\d+)$/;

describe('a sample of a book', () => {
  const refused: string[] = [];

  it.each(strangeBooks)(
    '%s holds the ink of its pages and nothing else, or there is none (P31)',
    async (what, make, expectedPages) => {
      const book = await make();
      const pages = previewPageCount(expectedPages, null);
      const sample = await cutSample(book, { pages, expectedPages }).catch(() => null);
      if (!sample) {
        refused.push(what);
        return;
      }
      const beyond = sentinelsIn(sample).filter(
        (mark) => !(Number(INK.exec(mark)?.[1] ?? Infinity) <= pages),
      );

      expect(beyond).toEqual([]);
      expect(sentinelsIn(book).length).toBeGreaterThan(0);
    },
    60_000,
  );

  it('is made of most of the sixty and more, so that the table proves something', () => {
    expect(strangeBooks.length).toBeGreaterThanOrEqual(60);
    expect(strangeBooks.length - refused.length).toBeGreaterThanOrEqual(50);
    expect(refused).toEqual(
      expect.arrayContaining(['encrypted with a password', 'layers that are hidden', 'that is empty']),
    );
  });
});
