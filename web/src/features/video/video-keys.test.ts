import { expect, it } from 'vitest';
import { videoActionForKey } from './video-keys.ts';

const press = (key: string) => ({ key, altKey: false, ctrlKey: false, metaKey: false });

it.each([
  [' ', { do: 'toggle' }],
  ['k', { do: 'toggle' }],
  ['J', { do: 'skip', seconds: -10 }],
  ['l', { do: 'skip', seconds: 10 }],
  ['ArrowLeft', { do: 'skip', seconds: -10 }],
  ['ArrowRight', { do: 'skip', seconds: 10 }],
  ['c', { do: 'captions' }],
  ['f', { do: 'full-screen' }],
  ['m', { do: 'mute' }],
  ['7', { do: 'share', tenths: 7 }],
  ['<', { do: 'slower' }],
  ['>', { do: 'faster' }],
] as const)('%j means %j in a film', (key, action) => {
  expect(videoActionForKey(press(key), true)).toEqual(action);
});

it('letters and digits can be switched off; arrows and space stay', () => {
  for (const key of ['k', '7', 'c', '<']) expect(videoActionForKey(press(key), false)).toBeUndefined();
  expect(videoActionForKey(press('ArrowLeft'), false)).toEqual({ do: 'skip', seconds: -10 });
  expect(videoActionForKey({ ...press('l'), ctrlKey: true }, true)).toBeUndefined();
});
