import { describe, expect, it } from 'vitest';
import { nameProblem, parseViews, VIEWS_MAX, viewAddress } from './saved-views.ts';

const kept = (query: string, fields: readonly string[] = ['status', 'from', 'role', 'collection']): string =>
  viewAddress(new URLSearchParams(query), fields).address;

describe('the address of a view', () => {
  it('holds filters, order and size, not the page, the open row, or fields that no picker sets', () => {
    expect(kept('tab=orders&view=pending&status=paid&from=2026-11-01&size=100&page=3&open=x&who=asha')).toBe(
      'tab=orders&view=pending&status=paid&from=2026-11-01&size=100',
    );
    expect(kept('tab=ebooks&sort=-price')).toBe('tab=ebooks&sort=-price');
  });

  it('holds the search of works', () => {
    expect(kept('tab=media&q=night bus&collection=archives')).toBe(
      'tab=media&collection=archives&q=night+bus',
    );
  });

  it.each([
    ['a name in a list of people', 'tab=users&role=ADMIN&q=meera', 'tab=users&role=ADMIN'],
    ['a name in a list of orders', 'tab=orders&status=paid&q=Meera Sahni', 'tab=orders&status=paid'],
    ['an author', 'tab=publishing&status=paid&q=meera', 'tab=publishing&status=paid'],
    ['a runner', 'tab=events&q=meera', 'tab=events'],
    ['a subscriber', 'tab=newsletters&q=meera@example.org', 'tab=newsletters'],
    ['an address among works', 'tab=media&q=meera@example.org', 'tab=media'],
    ['a wide at sign', 'tab=media&q=meera＠example', 'tab=media'],
    ['a phone number among works', 'tab=blogs&q=98 765-4', 'tab=blogs'],
    ['a number in Devanagari digits', 'tab=blogs&q=९८७६५४', 'tab=blogs'],
    ['an address in the place of a choice', 'tab=orders&status=meera@example.org', 'tab=orders'],
    ['a number in the place of a choice', 'tab=orders&status=9876543210', 'tab=orders'],
  ])('never holds %s', (_name, query, address) => {
    expect(kept(query)).toBe(address);
  });
});

describe('the name of a view', () => {
  it.each([
    ['  ', 'Give the view a name.'],
    ['x'.repeat(41), 'A name has at most 40 characters.'],
    ['Orders of meera@example.org', 'A name may hold no mail address and no long number.'],
    ['Call 98765 43210', 'A name may hold no mail address and no long number.'],
    [' dear Books ', 'You have a view with this name.'],
  ])('%j is refused: %s', (name, sentence) => {
    expect(nameProblem(name, [{ name: 'Dear books', address: 'tab=media&sort=-price' }])).toBe(sentence);
  });

  it('may have 40 characters of any script', () => {
    expect(nameProblem('🏳️‍🌈'.repeat(10), [])).toBeUndefined();
    expect(nameProblem('महँगी किताबें 2026', [])).toBeUndefined();
  });
});

describe('stored views', () => {
  const good = { name: 'Dear books', address: 'tab=media&sort=-price' };
  it.each([
    ['no JSON', '[{'],
    ['no list', '{"name":"x","address":"tab=media"}'],
    ['null', 'null'],
  ])('are none when the text is %s', (_name, text) => {
    expect(parseViews('media', text)).toEqual([]);
  });

  it('leave out what would not be written: damaged ones, other tabs, persons, pages, repeated ones', () => {
    const bad = [
      null,
      'text',
      { name: 'No address' },
      { name: 7, address: 'tab=media' },
      { name: '', address: 'tab=media' },
      { name: 'Other tab', address: 'tab=users&role=ADMIN' },
      { name: 'No tab', address: 'sort=price' },
      { name: 'Open', address: 'tab=media&open=ebook' },
      { name: 'Page', address: 'tab=media&page=2' },
      { name: 'Person', address: 'tab=media&q=meera@example.org' },
      { name: 'dear books', address: 'tab=media&sort=price' },
      { name: 'Same address', address: good.address },
    ];
    expect(parseViews('media', JSON.stringify([good, ...bad]))).toEqual([good]);
    expect(parseViews('users', JSON.stringify([{ name: 'M', address: 'tab=users&q=meera' }]))).toEqual([]);
  });

  it(`are ${VIEWS_MAX} at most`, () => {
    const many = Array.from({ length: 30 }, (_, n) => ({
      name: `View ${n}`,
      address: `tab=media&size=${n}`,
    }));
    expect(parseViews('media', JSON.stringify(many))).toHaveLength(VIEWS_MAX);
  });
});
