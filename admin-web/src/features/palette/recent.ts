import { safeStorage } from '@satrangi/kit/browser/store';
import type { Entry } from './commands.ts';

const KEY = 'admin-recent';
const MAX = 5;

const isEntry = (value: unknown): value is Entry =>
  typeof value === 'object' &&
  value !== null &&
  'key' in value &&
  typeof value.key === 'string' &&
  'label' in value &&
  typeof value.label === 'string' &&
  'act' in value &&
  typeof value.act === 'object' &&
  value.act !== null;

/** The entries that were chosen last, newest first. */
export const readRecent = (): readonly Entry[] => {
  try {
    const stored: unknown = JSON.parse(safeStorage.read(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isEntry).slice(0, MAX) : [];
  } catch {
    return [];
  }
};

/** Keeps a chosen entry in this browser. Entries that name a person are not kept. */
export const keepRecent = (entry: Entry): void => {
  if (!entry.isKept) return;
  const others = readRecent().filter(({ key }) => key !== entry.key);
  safeStorage.write(KEY, JSON.stringify([entry, ...others].slice(0, MAX)));
};
