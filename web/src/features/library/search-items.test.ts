import { describe, expect, it } from 'vitest';
import { anEbook } from '../../testing/fixtures.ts';
import { searchItems } from './search-items.ts';

describe('searching the digital library', () => {
  const items = [
    anEbook({ title: 'Seven Ways Home', altTitle: 'घर के सात रास्ते', author: 'Ira Deshmukh' }),
    anEbook({ title: 'நிலவின் நிறம்', altTitle: 'Nilavin Niram', author: 'Kayal Murugan' }),
  ];

  it.each([
    ['  SEVEN ', 1],
    ['घर', 1],
    ['nilavin', 1],
    ['murugan', 1],
    ['', 2],
    ['nobody', 0],
  ])('%j finds %i', (query, count) => {
    expect(searchItems(items, query)).toHaveLength(count);
  });
});
