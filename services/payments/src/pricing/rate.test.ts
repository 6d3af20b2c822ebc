/** The exchange rate is defined in one place only. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { INR_PER_USD } from '@satrangi/contracts';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../../..');
const rooms = ['contracts', 'gateway', 'services', 'web'];
const isCode = (file: string): boolean =>
  /\.tsx?$/.test(file) &&
  !/(^|\/)(node_modules|dist|test|testing)\/|\.test\.tsx?$|\/icons-[a-z]+\.ts$/.test(file);
/** A price multiplied or divided by the literal rate, or a second constant with it. */
const retold = /(?:[*/÷×]\s*|=\s*)88\b(?!-|l)/;

it('88 is one named constant for server and web, and occurs nowhere else (PAY-07)', () => {
  const files = rooms.flatMap((room) =>
    readdirSync(path.join(root, room), { recursive: true, encoding: 'utf8' })
      .map((file) => path.join(room, file))
      .filter(isCode),
  );
  const tellers = files.filter((file) =>
    readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .some((line) => retold.test(line) && !line.trimStart().startsWith('*')),
  );

  expect(INR_PER_USD).toBe(88);
  expect(files.length).toBeGreaterThan(300);
  expect(tellers).toEqual(['contracts/src/money.ts']);
});
