import { MediaId, UserId } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { progressRecordOf } from './progress.rules.ts';

const now = new Date('2026-01-01T00:00:00Z');
const at = (time: string): string => {
  const progress = { format: 'text' as const, page: 1, pages: 2, at: time };
  return progressRecordOf(UserId.parse('u'), MediaId.parse('m'), progress, now).at;
};

describe('progressRecordOf', () => {
  it('normalizes times, so that they compare as text', () => {
    expect(at('2025-05-05T05:05:05Z')).toBe('2025-05-05T05:05:05.000Z');
    expect(at('2025-05-05T05:05:05.1234567Z')).toBe('2025-05-05T05:05:05.123Z');
  });

  it('clamps a future time to now', () => {
    expect(at('2030-01-01T00:00:00Z')).toBe('2026-01-01T00:00:00.000Z');
  });
});
