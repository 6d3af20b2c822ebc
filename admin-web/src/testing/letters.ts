import type { LetterSend } from '@satrangi/contracts';

const AT = '2026-11-20T10:00:00.000Z';

/** A send on its way, with these changes. */
export const aSend = (changes: Partial<LetterSend> = {}): LetterSend => ({
  sendId: 's1',
  subject: 'News of the month',
  state: 'sending',
  total: 100,
  sent: 40,
  failed: 1,
  skipped: 2,
  doubtful: 1,
  at: AT,
  startsAt: null,
  endedAt: null,
  by: null,
  ...changes,
});
