import { coverMotifs } from '@satrangi/contracts/pure';
import { fireEvent, render } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { Cover } from './cover.tsx';
import { loadDrawings } from './cover-drawings.ts';

const book = { title: 'Seven Ways Home', author: 'Ira Deshmukh', language: 'en', thumbnailUrl: null };

beforeAll(loadDrawings);

it('draws every motif on a light and on a dark ground', () => {
  for (const motif of coverMotifs)
    for (const ground of ['haldi', 'neel'] as const) {
      const { container, unmount } = render(
        <Cover of={{ ...book, cover: { motif, ground, figure: 'haldi', accent: 'anaar' } }} />,
      );

      expect(container.querySelectorAll('svg path, svg ellipse').length).toBeGreaterThan(3);
      expect(container.textContent).toBe('Seven Ways HomeIra Deshmukh');
      unmount();
    }
});

it('falls back to the plate with the logo without a cover recipe', () => {
  const { container } = render(<Cover of={{ ...book, cover: null }} />);

  expect(container.querySelectorAll('svg rect')).toHaveLength(8);
});

it('falls back to the drawing when the picture does not load (WEB-52)', () => {
  const cover = { motif: 'moon', ground: 'jamun', figure: 'haldi', accent: 'neem' } as const;
  const { container } = render(<Cover of={{ ...book, cover, thumbnailUrl: '/gone.webp' }} />);
  const picture = container.querySelector('img');
  expect(picture).not.toBeNull();

  if (picture) fireEvent.error(picture);

  expect(container.querySelector('img')).toBeNull();
  expect(container.querySelectorAll('svg ellipse').length).toBeGreaterThan(3);
});

it('sets a title in its own script and direction', () => {
  const { container } = render(
    <Cover of={{ ...book, title: 'رنگوں کا موسم', language: 'ur', cover: null }} />,
  );

  expect(container.querySelector('[lang="ur"]')?.getAttribute('dir')).toBe('rtl');
});
