import { expect, it } from 'vitest';
import { titleProgress } from './title-progress.ts';

const printedBy = (isTTY: boolean): string => {
  let printed = '';
  const count = titleProgress({
    isTTY,
    write: (text) => {
      printed += text;
    },
  });
  for (let done = 0; done <= 54; done += 1) count.show(done, 54);
  count.end('54 titles on the shelf');
  return printed;
};

it('updates one line in a terminal', () => {
  const printed = printedBy(true);

  expect(printed.split('\n')).toHaveLength(2);
  expect(printed).toContain('\r\u001b[2K  titles     53 of 54');
  expect(printed.split('\u001b[2K').at(-1)).toMatch(/^ {2}titles {5}[\d.]+ s {3}54 titles on the shelf\n$/);
});

it('prints a few lines without control characters into a log', () => {
  const lines = printedBy(false).trimEnd().split('\n');

  expect(lines).toHaveLength(4);
  expect(lines[0]).toBe('  titles     14 of 54');
  expect(lines.some((line) => line.includes('\u001b') || line.includes('\r'))).toBe(false);
});
