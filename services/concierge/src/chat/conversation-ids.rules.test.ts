import { expect, it } from 'vitest';
import { talkName } from './conversation-ids.rules.ts';

it('a conversation has another name in each month of Kolkata, which usage is counted by', () => {
  const nameAt = (time: string): string => talkName('a-secret-of-this-test', 'one', new Date(time));

  expect(nameAt('2026-11-30T18:30:00.000Z')).not.toBe(nameAt('2026-11-30T18:29:59.999Z'));
  expect(nameAt('2026-12-01T00:00:00.000Z')).toBe(nameAt('2026-11-30T23:59:59.999Z'));
});
