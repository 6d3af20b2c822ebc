import { describe, expect, it } from 'vitest';
import { anEntry } from '../testing/fixtures.ts';
import { dedupeEntries } from './dedupe-entries.ts';

describe('owned titles', () => {
  const older = anEntry({ _id: 'older', grantedAt: '2026-01-01T00:00:00.000Z' });
  const newer = anEntry({ _id: 'newer', grantedAt: '2026-05-01T00:00:00.000Z' });

  it('are listed once for each format, with the newest grant', () => {
    expect(dedupeEntries([older, newer]).map(({ _id }) => _id)).toEqual(['newer']);
    const listened = anEntry({ _id: 'audio', format: 'audio', grantedAt: '2026-03-01T00:00:00.000Z' });
    expect(dedupeEntries([older, listened, newer]).map(({ _id }) => _id)).toEqual(['newer', 'audio']);
  });

  it('leave the input unchanged', () => {
    const input = [older, newer];
    dedupeEntries(input);
    expect(input).toEqual([older, newer]);
  });
});
