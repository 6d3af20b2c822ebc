import type { OwnFiles } from '@satrangi/chassis';
import { expect, it } from 'vitest';
import type { ImagesStore } from './images.store.ts';
import { sweepImages } from './sweep-images.ts';

it('a picture that a save renews between the search and the mark is kept', async () => {
  const usedAt = new Map([
    ['saved.png', new Date(0)],
    ['unused.png', new Date(0)],
  ]);
  const marked = new Set<string>();
  const isOld = (name: string, before: Date): boolean => (usedAt.get(name) ?? before) < before;
  const images: Pick<ImagesStore, 'unusedSince' | 'use' | 'startRemoval' | 'inRemoval' | 'remove'> = {
    unusedSince: async (before, after) =>
      [...usedAt.keys()].filter((name) => name > after && isOld(name, before)),
    use: async (names) => {
      for (const name of names) usedAt.set(name, new Date('2026-01-01'));
    },
    startRemoval: async (name, before) => {
      if (!isOld(name, before)) return false;
      marked.add(name);
      return true;
    },
    inRemoval: async () => [],
    remove: async () => {},
  };
  const noFiles: Pick<OwnFiles, 'remove'> = { remove: async () => {} };
  const saveMeanwhile = async (): Promise<string[]> => {
    await images.use(['saved.png']);
    return [];
  };
  const clock = { now: () => new Date('2026-01-01') };

  await sweepImages({ images, ownFiles: noFiles, clock, prepare: async () => {}, usedIn: [saveMeanwhile] })();
  expect([...marked]).toEqual(['unused.png']);
});
