import { expect, it } from 'vitest';
import { placeOf, tabs } from './tabs.ts';

it('every tab of the specification is there, collections and creators (ADM-01)', () => {
  expect(tabs.map(({ label }) => label).sort()).toEqual(
    [
      'Dashboard',
      'Analytics',
      'Media',
      'Collections',
      'Creators',
      'Publishing',
      'Users',
      'Orders',
      'Site Content',
      'Virtual Runs',
      'Usage & Billing',
      'Blogs',
      'Contributions',
      'Newsletters',
    ].sort(),
  );
});

it.each([
  ['/', '', 'dashboard', null],
  ['/', 'tab=usage', 'usage', null],
  ['/usage', '', 'usage', null],
  ['/usage/', 'month=2026-10', 'usage', null],
  ['/', 'tab=contributions&page=2', 'contributions', null],
  ['/', 'tab=ebooks', 'media', null],
  ['/', 'tab=virtual-runs', 'events', null],
  ['/', 'tab=secrets', 'dashboard', 'There is no such tab.'],
])('%s?%s opens %s (ADM-40)', (path, query, tab, notice) =>
  expect(placeOf(path, new URLSearchParams(query))).toEqual({ tab, notice }),
);
