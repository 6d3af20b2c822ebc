import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { coverColors } from '@satrangi/contracts';
import { expect, it } from 'vitest';

const tokens = readFileSync(fileURLToPath(new URL('./tokens.css', import.meta.url)), 'utf8');

it.each(Object.entries(coverColors))(
  '%s has one value in pages and in drawings of services',
  (name, value) => {
    const declared = [...tokens.matchAll(new RegExp(`^\\s*--${name}: ([^;]+);`, 'gm'))].map(
      ([, found]) => found,
    );

    expect(declared).toEqual([value]);
  },
);
