import { render } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Shelf, ShelfPlace } from './shelf.tsx';

it('books load the font of their script near the viewport, and keep it', () => {
  let notify: (entries: { isIntersecting: boolean; target: Element }[]) => void = () => {};
  const observed = new Set<Element>();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: typeof notify) {
        notify = callback;
      }
      observe = (element: Element) => observed.add(element);
      unobserve = (element: Element) => observed.delete(element);
      disconnect = () => observed.clear();
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

  notify([...observed].map((target) => ({ isIntersecting: target.textContent === 'One', target })));
  expect(places()).toEqual(['One']);

  rerender(shelf(['One', 'Two', 'Three']));
  expect([...observed].map(({ textContent }) => textContent)).toEqual(['Two', 'Three']);
  expect(places()).toEqual(['One']);
});
