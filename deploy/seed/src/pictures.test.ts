import { describe, expect, it } from 'vitest';
import { cameraMove } from '../studio/camera.ts';
import { pictureAt } from '../studio/pictures.ts';
import { readDocumentaries, readShortFilms, readText } from './seed-media.ts';
import { type Picture, readStoryboard } from './storyboard.ts';

const shot = { number: 1, length: 11 };
const seconds = [0, 0.1, 1.7, 4.2, 8, 11, 12.4];

const picturesOf = async (kind: 'short-film' | 'documentary', slug: string): Promise<Picture[]> =>
  readStoryboard(await readText(kind, slug)).flatMap(({ scenes }) => scenes.map(({ picture }) => picture));
const pictures = (
  await Promise.all([
    ...(await readShortFilms()).map(({ slug }) => picturesOf('short-film', slug)),
    ...(await readDocumentaries()).map(({ slug }) => picturesOf('documentary', slug)),
  ])
).flat();

describe('a picture of a film', () => {
  it('is drawn the same each time, moves, and has numbers only', () => {
    for (const picture of pictures) {
      const frames = seconds.map((second) => pictureAt(picture, shot, second));

      expect(frames).toEqual(seconds.map((second) => pictureAt(picture, shot, second)));
      expect(new Set(frames).size, picture.motif).toBe(seconds.length);
      expect(frames.join(), picture.motif).not.toMatch(/NaN|undefined|Infinity/);
    }
  });

  it('changes its light while it lasts, and rains outside the move of the camera', () => {
    const moon: Picture = { motif: 'moon', ground: 'neel', figure: 'haldi', accent: 'anaar' };
    const lit = [1, 10].map((second) =>
      pictureAt({ ...moon, light: 'dusk' }, shot, second)
        .split('</g>')
        .at(-1),
    );

    expect(lit[0]).toContain('mix-blend-mode:multiply');
    expect(lit[0]).not.toBe(lit[1]);
    expect(pictureAt(moon, shot, 1)).not.toContain('mix-blend-mode');
    const rained = pictureAt({ ...moon, weather: 'rain' }, shot, 2);
    const dry = pictureAt(moon, shot, 2);
    expect(rained.startsWith(dry.slice(0, dry.lastIndexOf('</svg>')))).toBe(true);
    expect(rained.length).toBeGreaterThan(dry.length + 500);
  });

  it('is never moved so far that the edge of the drawing is in the frame', () => {
    for (const number of [0, 1, 2, 3])
      for (const share of [0, 0.25, 0.5, 0.75, 1]) {
        const [x = 0, y = 0, zoom = 0] = [...cameraMove(number, share).matchAll(/-?[\d.]+/g)].map(Number);

        expect(x - 320 * zoom).toBeLessThanOrEqual(0);
        expect(x + 320 * zoom).toBeGreaterThanOrEqual(640);
        expect(y - 190 * zoom).toBeLessThanOrEqual(0);
        expect(y + 170 * zoom).toBeGreaterThanOrEqual(360);
      }
  });
});
