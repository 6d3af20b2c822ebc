import { describe, expect, it } from 'vitest';
import { actionOf } from './reader-keys.ts';

const press = (
  key: string,
  held: Partial<Record<'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey', boolean>> = {},
) => ({
  key,
  shiftKey: false,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  ...held,
});
const usual = { rtl: false, singleKeys: true };

describe('the keys of the reader', () => {
  it.each([
    ['ArrowRight', 'next'],
    [' ', 'next'],
    ['PageDown', 'next'],
    ['ArrowLeft', 'back'],
    ['PageUp', 'back'],
    ['Home', 'first'],
    ['End', 'last'],
    ['G', 'go-to'],
    ['t', 'thumbnails'],
    ['c', 'contents'],
    ['b', 'bookmark'],
    ['+', 'zoom-in'],
    ['-', 'zoom-out'],
    ['0', 'zoom-fit'],
    ['d', 'paper'],
    ['f', 'full-screen'],
    ['?', 'keys'],
    ['Escape', 'close'],
  ])('%s means %s', (key, action) => {
    expect(actionOf(press(key), usual)).toBe(action);
  });

  it('go back with Shift and Space', () => {
    expect(actionOf(press(' ', { shiftKey: true }), usual)).toBe('back');
  });

  it('change the arrows in a book read from right to left, and nothing else', () => {
    const rtl = { rtl: true, singleKeys: true };
    expect(actionOf(press('ArrowLeft'), rtl)).toBe('next');
    expect(actionOf(press('ArrowRight'), rtl)).toBe('back');
    expect(actionOf(press('PageDown'), rtl)).toBe('next');
  });

  it('leave single characters alone when they are switched off', () => {
    const off = { rtl: false, singleKeys: false };
    for (const key of ['g', 't', 'c', '+', '-', '0', 'd', 'f', '?'])
      expect(actionOf(press(key), off)).toBeUndefined();
    expect(actionOf(press('ArrowRight'), off)).toBe('next');
    expect(actionOf(press('Escape'), off)).toBe('close');
  });

  it('leave the keys of the browser to the browser, and Shift alone to Exit', () => {
    expect(actionOf(press('f', { ctrlKey: true }), usual)).toBeUndefined();
    expect(actionOf(press('ArrowLeft', { altKey: true }), usual)).toBeUndefined();
    expect(actionOf(press('Shift', { shiftKey: true }), usual)).toBeUndefined();
  });
});
