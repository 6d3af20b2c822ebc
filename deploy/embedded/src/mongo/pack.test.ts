import { expect, it } from 'vitest';
import { createPacker } from './pack.ts';

const documentOf = (n: number, size: number): Uint8Array => new Uint8Array(size).fill(n % 251);

it('small documents share memory, and keep their bytes', () => {
  const pack = createPacker();
  const documents = Array.from({ length: 1_000 }, (_, n) => documentOf(n, 700 + (n % 90)));

  const packed = documents.map(pack);

  expect(packed.map((bytes) => new Uint8Array(bytes))).toEqual(documents);
  expect(new Set(packed.map(({ buffer }) => buffer)).size).toBeLessThan(15);
});

it('a large document keeps its own memory, and does not end the shared one', () => {
  const pack = createPacker();
  const large = documentOf(1, 100_000);
  const before = pack(documentOf(2, 100));

  expect(pack(large)).toBe(large);
  expect(pack(documentOf(3, 100)).buffer).toBe(before.buffer);
});
