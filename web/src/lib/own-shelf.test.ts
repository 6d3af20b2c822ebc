import { describe, expect, it } from 'vitest';
import { anEntry } from '../testing/fixtures.ts';
import { eachOnce } from './own-shelf.ts';

describe('what somebody owns', () => {
  const older = anEntry({ _id: 'older', grantedAt: '2026-01-01T00:00:00.000Z' });
  const newer = anEntry({ _id: 'newer', grantedAt: '2026-05-01T00:00:00.000Z' });

  it('is listed once for each format, with the newest grant', () => {
    expect(eachOnce([older, newer]).map(({ _id }) => _id)).toEqual(['newer']);
    const listened = anEntry({ _id: 'audio', format: 'audio', grantedAt: '2026-03-01T00:00:00.000Z' });
    expect(eachOnce([older, listened, newer]).map(({ _id }) => _id)).toEqual(['newer', 'audio']);
  });

  it('leaves what it was given as it is', () => {
    const given = [older, newer];
    eachOnce(given);
    expect(given).toEqual([older, newer]);
  });
});
