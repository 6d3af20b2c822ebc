import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fillerEbooks } from './filler.ts';
import { SeedMetadata } from './seed-ebooks.ts';

describe('filler books', () => {
  it('are the same on every call, and a longer list begins with the shorter one', () => {
    expect(fillerEbooks(300)).toEqual(fillerEbooks(300));
    expect(fillerEbooks(300).slice(0, 100)).toEqual(fillerEbooks(100));
  });

  it('are ten thousand different books', () => {
    const books = fillerEbooks(10_000);

    expect(new Set(books.map(({ slug }) => slug)).size).toBe(10_000);
    expect(new Set(books.map(({ title }) => title)).size).toBe(10_000);
  });

  it('are valid drafts and share one existing file', () => {
    const books = fillerEbooks(2_000);

    const wrong = books.filter(({ pdfPath: _, ...metadata }) => !SeedMetadata.safeParse(metadata).success);

    expect(wrong).toEqual([]);
    expect([...new Set(books.map(({ pdfPath }) => pdfPath))].map(existsSync)).toEqual([true]);
  });

  it('vary in language and price as a real catalog does', () => {
    const books = fillerEbooks(1_000);

    expect(new Set(books.map(({ language }) => language)).size).toBe(5);
    expect(books.some(({ priceINR }) => priceINR === 0)).toBe(true);
    expect(books.some(({ priceINR, priceUSD }) => priceINR === null && priceUSD === null)).toBe(true);
    expect(books.some(({ priceINR, priceUSD }) => priceINR === null && priceUSD !== null)).toBe(true);
    expect(new Set(books.map(({ author }) => author)).size).toBeGreaterThan(300);
  });
});
