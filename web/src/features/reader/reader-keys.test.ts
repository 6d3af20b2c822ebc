import { describe, expect, it } from 'vitest';
import { actionForKey } from './reader-keys.ts';

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
const defaults = { rtl: false, singleKeys: true };

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
    ['/', 'search'],
    ['m', 'notes'],
    ['l', 'large-text'],
    ['+', 'zoom-in'],
    ['-', 'zoom-out'],
    ['0', 'zoom-fit'],
    ['d', 'paper'],
    ['f', 'full-screen'],
    ['?', 'keys'],
    ['Escape', 'close'],
  ])('%s means %s', (key, action) => {
    expect(actionForKey(press(key), defaults)).toBe(action);
  });

  it('turn back with Shift and Space', () => {
    expect(actionForKey(press(' ', { shiftKey: true }), defaults)).toBe('back');
  });

  it('mirror only the arrows in a right-to-left book', () => {
    const rtl = { rtl: true, singleKeys: true };
    expect(actionForKey(press('ArrowLeft'), rtl)).toBe('next');
    expect(actionForKey(press('ArrowRight'), rtl)).toBe('back');
    expect(actionForKey(press('PageDown'), rtl)).toBe('next');
  });

  it('exclude single characters when they are switched off', () => {
    const off = { rtl: false, singleKeys: false };
    for (const key of ['g', 't', 'c', '/', '+', '-', '0', 'd', 'f', '?'])
      expect(actionForKey(press(key), off)).toBeUndefined();
    expect(actionForKey(press('ArrowRight'), off)).toBe('next');
    expect(actionForKey(press('Escape'), off)).toBe('close');
  });

  it('search in the book with the keys of the browser, also when single characters are off', () => {
    const off = { rtl: false, singleKeys: false };
    for (const held of [{ ctrlKey: true }, { metaKey: true }])
      expect(actionForKey(press('f', held), off)).toBe('search');
  });

  it('leave other browser shortcuts and Shift alone', () => {
    expect(actionForKey(press('f', { ctrlKey: true, altKey: true }), defaults)).toBeUndefined();
    expect(actionForKey(press('g', { ctrlKey: true }), defaults)).toBeUndefined();
    expect(actionForKey(press('ArrowLeft', { altKey: true }), defaults)).toBeUndefined();
    expect(actionForKey(press('Shift', { shiftKey: true }), defaults)).toBeUndefined();
  });
});
