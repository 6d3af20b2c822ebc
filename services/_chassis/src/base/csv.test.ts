import { hostileNames } from '@satrangi/contracts/testing';
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

it('10,000 hostile names are no formulas in a file, and read back equal (P86)', () => {
  /** What a spreadsheet shows in the only cell of a line. */
  const read = (line: string): string => {
    const cell = line.slice(0, -2);
    const text = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
    return text.startsWith("'") ? text.slice(1) : text;
  };
  const names = hostileNames(10_000);
  const lines = names.map((name) => csvLine([name]));

  expect(lines.filter((line) => /^"?\s*[=+\-@＝＋－＠\t\r\n]/u.test(line.slice(0, -2)))).toEqual([]);
  expect(lines.map(read)).toEqual(names.map((name) => (name.startsWith("'") ? name.slice(1) : name)));
});
