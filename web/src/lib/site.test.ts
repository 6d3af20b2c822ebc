import { expect, it } from 'vitest';
import { readSite } from './site.ts';

it('takes values from the page and defaults for the rest', () => {
  expect(readSite('{"name":"Dhanak","quickExitUrl":"https://example.org/"}')).toMatchObject({
    name: 'Dhanak',
    quickExitUrl: 'https://example.org/',
    statementName: 'STR MEDIA',
  });
});

it('keeps the defaults for missing, empty or malformed values', () => {
  for (const text of [null, '', '{}', '{"name":""}', '{"name":7}', 'nonsense', 'null'])
    expect(readSite(text).name).toBe('Satrangi');
});
