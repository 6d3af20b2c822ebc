import { expect, it } from 'vitest';
import { spineShape } from './spine-shape.ts';

it('returns the same measures for a book every time', () => {
  expect(spineShape('seven-ways', 'Seven Ways Home')).toEqual(spineShape('seven-ways', 'Seven Ways Home'));
});

it('makes the font small enough for the title to fit between head and author', () => {
  for (let i = 0; i < 60; i += 1) {
    const { height, size } = spineShape(`book-${i}`, 'A Lamp in the Records Room');
    expect(size * 0.44 * 26).toBeLessThanOrEqual(height - 96);
  }
});
