import { expect, it } from 'vitest';
import { readSite } from './site.ts';

it('takes what the page says and keeps the defaults for the rest', () => {
  expect(readSite('{"name":"Dhanak","quickExitUrl":"https://example.org/"}')).toMatchObject({
    name: 'Dhanak',
    quickExitUrl: 'https://example.org/',
    statementName: 'STR MEDIA',
  });
});

it('keeps the defaults when the page says nothing, an empty word or nonsense', () => {
  for (const text of [null, '', '{}', '{"name":""}', '{"name":7}', 'nonsense', 'null'])
    expect(readSite(text).name).toBe('Satrangi');
});
