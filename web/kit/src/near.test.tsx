import { render } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Shelf, ShelfPlace } from './shelf.tsx';

it('books get the letters of their script when they come near the window, and keep them', () => {
  let tell: (entries: { isIntersecting: boolean; target: Element }[]) => void = () => {};
  const watched = new Set<Element>();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: typeof tell) {
        tell = callback;
      }
      observe = (element: Element) => watched.add(element);
      unobserve = (element: Element) => watched.delete(element);
      disconnect = () => watched.clear();
    },
  );
  const shelf = (titles: string[]) => (
    <Shelf label="New">
      {titles.map((title) => (
        <ShelfPlace key={title}>{title}</ShelfPlace>
      ))}
    </Shelf>
  );
  const { container, rerender } = render(shelf(['One', 'Two']));
  const places = (): string[] =>
    [...container.querySelectorAll('[data-far] > [data-near]')].map((place) => String(place.textContent));
  expect(places()).toEqual([]);

  tell([...watched].map((target) => ({ isIntersecting: target.textContent === 'One', target })));
  expect(places()).toEqual(['One']);

  rerender(shelf(['One', 'Two', 'Three']));
  expect([...watched].map(({ textContent }) => textContent)).toEqual(['Two', 'Three']);
  expect(places()).toEqual(['One']);
});
