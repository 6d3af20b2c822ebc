import { expect, it } from 'vitest';
import { asciiDigits } from './digits.ts';
import { lengthBandOf } from './media-length.ts';
import { seriesOf } from './series.ts';

it.each([
  ['Verandah 1: Rain', '1', 'Verandah'],
  ['The Carbon Copy, No. 7', '7', 'The Carbon Copy'],
  ['देहरी ३: रसोई', '3', 'देहरी'],
  ['চিলেকোঠা ৪: চিঠি', '4', 'চিলেকোঠা'],
  ['முற்றம் 2: பயணம்', '2', 'முற்றம்'],
  ['Route 66, issue 2', '2', 'Route 66'],
  ['Verandah: Rain', '1', null],
  ['1 Verandah', '1', null],
  ['Verandah 1', null, null],
  ['Verandah 12', '1', null],
])('%s, issue %s, belongs to %s', (title, issueNumber, series) => {
  expect(seriesOf({ title, issueNumber })).toBe(series);
});

it('reads the digits of ten scripts', () => {
  expect(asciiDigits('٤۴४৪੪૪୪௪౪೪൪ 4 ½')).toBe('44444444444 4 ½');
});

it.each([
  [{ pages: 60, duration: null }, 'short'],
  [{ pages: 200, duration: null }, 'medium'],
  [{ pages: 201, duration: null }, 'long'],
  [{ pages: null, duration: 30 }, 'short'],
  [{ pages: null, duration: 91 }, 'long'],
  [{ pages: null, duration: null }, null],
])('%j is %s', (item, band) => {
  expect(lengthBandOf(item)).toBe(band);
});
