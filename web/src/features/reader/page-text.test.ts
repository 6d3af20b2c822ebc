import { expect, it } from 'vitest';
import { pageTextOf } from './page-text.ts';

const run = (text: string, x: number, y: number, width: number, endsLine = false) => ({
  text,
  endsLine,
  x,
  y,
  width,
  size: 10,
});

it('the foot of a page and what stands above it are parts of their own', () => {
  const { text, starts } = pageTextOf([
    run('5', 330, 40, 6),
    run('Jerusha Pinto', 50, 40, 60),
    run('1979', 50, 500, 20),
    run('The First', 50, 480, 40),
    run(' ', 90, 480, 3),
    run('Rains', 93, 480, 25, true),
  ]);

  expect(text).toBe('5\nJerusha Pinto\n1979\nThe First Rains\n');
  expect(starts).toEqual([0, 2, 16, 21, 30, 31]);
});

it('a raised figure, a drop cap and right-to-left words stay in their line', () => {
  expect(pageTextOf([run('rain', 0, 100, 20), run('2', 20, 104, 3)]).text).toBe('rain2');
  expect(pageTextOf([{ ...run('T', 0, 70, 20), size: 40 }, run('he rain', 20, 100, 40)]).text).toBe(
    'The rain',
  );
  expect(pageTextOf([run('بارش', 60, 100, 20), run(' ', 57, 100, 3), run('کا', 45, 100, 12)]).text).toBe(
    'بارش کا',
  );
});
