import { hostileNames } from '@satrangi/contracts/testing';
import papa from 'papaparse';
import { expect, it } from 'vitest';
import { toCsv } from './csv.ts';

it('10,000 hostile names are no formulas in a file, and read back equal (P86)', async () => {
  const withoutMark = (text: string): string => (text.startsWith("'") ? text.slice(1) : text);
  const names = hostileNames(10_000);

  const text = await toCsv(names, [
    { head: 'Name', cell: (name) => name },
    { head: 'Again', cell: (name) => name },
  ]);

  const [, ...rows] = papa.parse<string[]>(text, { newline: '\r\n', skipEmptyLines: true }).data;
  expect(rows.flat().filter((cell) => /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(cell))).toEqual([]);
  expect(rows.map((row) => row.map(withoutMark))).toEqual(
    names.map((name) => [withoutMark(name), withoutMark(name)]),
  );
});
