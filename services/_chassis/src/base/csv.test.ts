import { describe, expect, it } from 'vitest';
import { csvLine, plainCell } from './csv.ts';

describe('a cell', () => {
  it.each(['=IMPORTXML("https://evil.example")', '+1', '-1', '@SUM(A1)', '\t=1', '  =1', '\r=1', '＝1'])(
    'is never a formula: %j (S36)',
    (text) => {
      expect(plainCell(text)).toBe(`'${text}`);
    },
  );

  it.each(['Asha', 'a=b', '', 'सतरंगी', 'ST-7K2M9QXA'])('that is not a formula is unchanged: %j', (text) => {
    expect(plainCell(text)).toBe(text);
  });
});

it('a line escapes commas, quotes and line breaks', () => {
  expect(csvLine(['a', 'b,c', 'say "x"', 'two\nlines', 12.5])).toBe(
    'a,"b,c","say ""x""","two\nlines",12.5\r\n',
  );
});
