import { expect, it } from 'vitest';
import {
  addMonths,
  daysBetween,
  kolkataDay,
  kolkataDayStart,
  kolkataMonth,
  kolkataMonthStart,
} from './kolkata.ts';

it('a day of Kolkata begins at 18:30 UTC', () => {
  expect(kolkataDay(new Date('2026-11-23T18:29:59.999Z'))).toBe('2026-11-23');
  expect(kolkataDay(new Date('2026-11-23T18:30:00.000Z'))).toBe('2026-11-24');
  expect(kolkataDayStart('2026-11-24').toISOString()).toBe('2026-11-23T18:30:00.000Z');
});

it('a month of Kolkata begins on the evening before in UTC', () => {
  expect(kolkataMonth(new Date('2026-11-30T18:29:59.999Z'))).toBe('2026-11');
  expect(kolkataMonth(new Date('2026-11-30T18:30:00.000Z'))).toBe('2026-12');
  expect(kolkataMonthStart('2027-01').toISOString()).toBe('2026-12-31T18:30:00.000Z');
});

it('months and days are counted over the ends of years and of February', () => {
  expect([addMonths('2026-11', 2), addMonths('2026-01', -1), addMonths('2026-05', 0)]).toEqual([
    '2027-01',
    '2025-12',
    '2026-05',
  ]);
  expect(daysBetween('2028-02-28', '2028-03-01')).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
  expect(daysBetween('2026-11-02', '2026-11-01')).toEqual([]);
});
