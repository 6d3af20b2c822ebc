/** The process that draws preview images: it starts with the first image, is bounded, and goes when it is idle. */
import { existsSync, readFileSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { type ImageRenderer, openImageRenderer } from '../src/preview-images/image-renderer.ts';
import type { PreviewCard } from '../src/preview-images/preview-card.ts';

const card: PreviewCard = {
  title: 'The Monsoon Register',
  creator: 'Jerusha Pinto',
  language: 'en',
  kind: 'ebook',
  cover: { motif: 'moon', ground: 'neel', figure: 'haldi', accent: 'anaar' },
  picture: null,
};

let renderer: ImageRenderer;
let problems: string[] = [];
const open = (settings: Partial<Parameters<typeof openImageRenderer>[0]> = {}): ImageRenderer => {
  problems = [];
  renderer = openImageRenderer({ onUnavailable: ({ message }) => problems.push(message), ...settings });
  return renderer;
};
afterEach(() => renderer.close());

const pidOf = (): number => renderer.pid() ?? Number.NaN;

it('starts with the first image, draws the next ones in the same process, and exits when idle', async () => {
  open({ idleMs: 300 });
  expect(renderer.pid()).toBeNull();

  await renderer.draw(card);
  const pid = pidOf();
  await renderer.draw({ ...card, title: 'The Winter Register' });
  expect(pidOf()).toBe(pid);
  expect(existsSync(`/proc/${pid}`)).toBe(true);

  await vi.waitFor(() => expect(existsSync(`/proc/${pid}`)).toBe(false), { timeout: 5_000 });
  expect(renderer.pid()).toBeNull();
  expect(await renderer.draw(card)).toBeInstanceOf(Uint8Array);
});

it('is confined: no environment, no permission for the network and for files of others', async () => {
  open();
  await renderer.draw(card);

  const command = readFileSync(`/proc/${pidOf()}/cmdline`, 'utf8').split('\0');
  expect(command).toContain('--permission');
  expect(command.some((part) => part.includes('no-network'))).toBe(true);
  expect(
    command.some((part) => part.startsWith('--allow-fs-write') || part === '--allow-child-process'),
  ).toBe(false);
  expect(readFileSync(`/proc/${pidOf()}/environ`, 'utf8')).not.toContain('HOME=');
});

it('draws one image at a time and refuses what would wait behind its bound', async () => {
  open({ maxWaiting: 2 });

  const images = await Promise.all(
    Array.from({ length: 5 }, (_, number) => renderer.draw({ ...card, title: `Ledger ${number}` })),
  );

  expect(images.map((image) => image !== null)).toEqual([true, true, true, false, false]);
});

it('is killed when an image takes too long, and the next image gets a new process', async () => {
  open({ timeoutMs: 20 });

  const drawing = renderer.draw(card);
  const pid = pidOf();

  await expect(drawing).rejects.toThrow('timed out');
  await vi.waitFor(() => expect(existsSync(`/proc/${pid}`)).toBe(false), { timeout: 5_000 });
  await renderer.draw(card).catch(() => undefined);
  expect(renderer.pid()).not.toBe(pid);
});

it('fails the image of a process that is killed, and draws the next one', async () => {
  open();
  await renderer.draw(card);
  const drawing = renderer.draw({ ...card, title: 'The Winter Register' });
  process.kill(pidOf(), 'SIGKILL');

  await expect(drawing).rejects.toThrow('exited');
  expect(await renderer.draw(card)).toBeInstanceOf(Uint8Array);
});

it('gives up, and reports it once, where the drawing library cannot be loaded', async () => {
  open({ hasAddons: false });

  const images = await Promise.all([renderer.draw(card), renderer.draw(card)]);
  images.push(await renderer.draw(card));

  expect(images).toEqual([null, null, null]);
  expect(problems).toHaveLength(1);
  expect(renderer.pid()).toBeNull();
});
