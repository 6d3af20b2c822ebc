import { beforeEach, expect, it } from 'vitest';
import { MongoError } from '../errors.ts';
import { linearPattern, resetPatternTime } from './linear-pattern.ts';

const compile = (pattern: string) => linearPattern(pattern, 'i', (reason) => new MongoError(51091, reason));

beforeEach(resetPatternTime);

it.each(['(a+)+$', '(a|aa)+$', '(.*)*x$', '^(([a-z])+.)+[A-Z]([a-z])+$'])(
  '%s is linear: 20,000 characters without a match end',
  (pattern) => {
    expect(compile(pattern).test(`${'a'.repeat(20_000)}!`)).toBe(false);
  },
);

it('the steps of one text are limited', () => {
  const { test } = compile('(a|b)+c');
  expect(() => test('a'.repeat(20_000_000))).toThrow(expect.objectContaining({ code: 51156 }));
});

it('the time of all patterns of one command is limited', () => {
  const text = 'ab'.repeat(100_000);
  const scan = (): void => {
    const { test } = compile('([ab]{30}){3}c');
    for (let n = 0; n < 100_000; n++) test(text);
  };

  expect(scan).toThrow(expect.objectContaining({ code: 51156 }));
  expect(() => compile('a+')).toThrow(expect.objectContaining({ code: 51156 }));
  resetPatternTime();
  expect(compile('a+').test('a')).toBe(true);
});
