import { previewPageCount } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { cutSample } from '../src/pdf/cut-sample.ts';
import { hostileBooks } from './hostile-books.ts';
import { sentinelsIn } from './leaky-book.ts';

const PAGE_CONTENT = /^(?:TEXT|FORM|DEEP)(\d+)$/;

describe('cutSample', () => {
  const rejected: string[] = [];

  it.each(hostileBooks)(
    '(%s) keeps only the content of its pages, or rejects (P31)',
    async (what, make, expectedPages) => {
      const book = await make();
      const pages = previewPageCount(expectedPages, null);
      const sample = await cutSample(book, { pages, expectedPages }).catch(() => null);
      if (!sample) {
        rejected.push(what);
        return;
      }
      const beyond = sentinelsIn(sample).filter(
        (mark) => !(Number(PAGE_CONTENT.exec(mark)?.[1] ?? Infinity) <= pages),
      );

      expect(beyond).toEqual([]);
      expect(sentinelsIn(book).length).toBeGreaterThan(0);
    },
    60_000,
  );

  it('succeeds for most of the sixty or more books', () => {
    expect(hostileBooks.length).toBeGreaterThanOrEqual(60);
    expect(hostileBooks.length - rejected.length).toBeGreaterThanOrEqual(50);
    expect(rejected).toEqual(
      expect.arrayContaining(['encrypted with a password', 'hidden layers', 'that is empty']),
    );
  });
});
