import { expect, it } from 'vitest';
import { fitText } from './text-layout.rules.ts';

/** Every letter is half an em wide. */
const measure = (text: string, size: number): number => text.length * size * 0.5;
const box = { width: 400, height: 300, sizes: [100, 50, 20], lineHeight: 1 };

it('sets a short text in the largest size', () => {
  expect(fitText('My Name', box, measure)).toEqual({ lines: ['My Name'], size: 100, height: 100 });
});

it('wraps between words before it takes a smaller size', () => {
  expect(fitText('Seven Ways Home', box, measure)).toMatchObject({
    lines: ['Seven', 'Ways', 'Home'],
    size: 100,
  });
});

it('takes a smaller size rather than breaking a word', () => {
  expect(fitText('Remembered it', box, measure)).toMatchObject({ lines: ['Remembered it'], size: 50 });
});

it('breaks a word that fits in no size', () => {
  const { lines, size } = fitText('x'.repeat(90), box, measure);

  expect(size).toBe(20);
  expect(lines.map(({ length }) => length)).toEqual([40, 40, 10]);
});

it('keeps the marks of a letter with it when it breaks a word', () => {
  const { lines } = fitText('கி'.repeat(30), { ...box, sizes: [20] }, measure);

  for (const line of lines) expect(line).toMatch(/^(கி)+$/);
});

it('ends a text that is too long with an ellipsis inside of the box', () => {
  const { lines, size, height } = fitText('word '.repeat(200), box, measure);

  expect(height).toBeLessThanOrEqual(box.height);
  expect(lines.at(-1)).toMatch(/word…$/);
  for (const line of lines) expect(measure(line, size)).toBeLessThanOrEqual(box.width);
});

it('has no lines for an empty text', () => {
  expect(fitText('  ', box, measure)).toMatchObject({ lines: [], height: 0 });
});
