import { failpoint } from '@satrangi/chassis';
import { liveTypes, newsletterSent } from '@satrangi/contracts';
import type { Deps } from './letters.deps.ts';

/** Ends a send whose letters have all come to their end, with its event. Safe to repeat; does nothing before. */
export const finishSend =
  ({ sends, batches, clock, newEvent }: Pick<Deps, 'sends' | 'batches' | 'clock' | 'newEvent'>) =>
  async (sendId: string): Promise<void> => {
    const send = await sends.byId(sendId);
    if (send?.state !== 'sending' || (await batches.nextOpen(sendId, -1))) return;
    const { open, ...totals } = await batches.counts(sendId);
    if (open > 0) return;
    failpoint('cms.send-before-end');
    const data = { sendId, total: send.total, ...totals };
    await sends.change(
      send,
      { state: 'done', totals, endedAt: clock.now().toISOString() },
      {
        events: [newEvent(newsletterSent, { subject: `send/${sendId}`, data })],
        live: [{ message: { type: liveTypes.newsletterProgress, id: sendId }, audience: { to: 'admins' } }],
      },
    );
  };
