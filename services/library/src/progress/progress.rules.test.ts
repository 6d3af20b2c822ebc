import { MediaId, UserId } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { placeOf } from './progress.rules.ts';

const now = new Date('2026-01-01T00:00:00Z');
const at = (time: string): string =>
  placeOf(UserId.parse('u'), MediaId.parse('m'), { format: 'text', page: 1, pages: 2, at: time }, now).at;

describe('placeOf', () => {
  it('spells every time the same way, so that times compare as text', () => {
    expect(at('2025-05-05T05:05:05Z')).toBe('2025-05-05T05:05:05.000Z');
    expect(at('2025-05-05T05:05:05.1234567Z')).toBe('2025-05-05T05:05:05.123Z');
  });

  it('takes a time to come as now', () => {
    expect(at('2030-01-01T00:00:00Z')).toBe('2026-01-01T00:00:00.000Z');
  });
});
