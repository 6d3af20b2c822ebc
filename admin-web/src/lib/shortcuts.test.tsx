import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { preferences } from '@satrangi/kit/browser/preferences';
import { afterEach, describe, expect, it } from 'vitest';
import { isPressed, keysOf, type ShortcutName, shortcuts } from './shortcuts.ts';

const src = path.join(import.meta.dirname, '..');
const names = Object.keys(shortcuts) as ShortcutName[];

/** The event of a shortcut, as its line in the list says it. */
const eventOf = (name: ShortcutName): KeyboardEvent => {
  const { key, ...rest } = shortcuts[name];
  const {
    mod = false,
    alt: altKey = false,
    shift: shiftKey = false,
  } = { mod: false, ...rest } as {
    mod?: boolean;
    alt?: boolean;
    shift?: boolean;
  };
  return new KeyboardEvent('keydown', { key, ctrlKey: mod, altKey, shiftKey });
};

afterEach(() => preferences.change({ keys: true }));

describe('shortcuts', () => {
  it.each(names)('%s is pressed by its own keys, and shares them with the same act only', (name) => {
    const pressed = names.filter((each) => isPressed(eventOf(name), each));
    expect(pressed).toEqual([name]);
    expect(keysOf(shortcuts[name]).length).toBeGreaterThan(0);
  });

  it('are off with the switch, but for save, Enter and Esc', () => {
    preferences.change({ keys: false });
    expect(names.filter((name) => isPressed(eventOf(name), name))).toEqual(['openRow', 'save', 'close']);
  });

  it('takes Cmd for Ctrl, and no letter with another modifier', () => {
    expect(isPressed(new KeyboardEvent('keydown', { key: 's', metaKey: true }), 'save')).toBe(true);
    expect(isPressed(new KeyboardEvent('keydown', { key: 'e', ctrlKey: true }), 'edit')).toBe(false);
    expect(isPressed(new KeyboardEvent('keydown', { key: 'f', altKey: true }), 'feature')).toBe(false);
  });

  it('no other file compares a letter or a sign: the list of shortcuts would miss it', () => {
    const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
      (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
    );
    const raw = files.filter((file) =>
      /\bkey(\.toLowerCase\(\))? [!=]== '[^'\s]'/.test(readFileSync(path.join(src, file), 'utf8')),
    );
    expect(files.length).toBeGreaterThan(100);
    expect(raw).toEqual([]);
  });
});
