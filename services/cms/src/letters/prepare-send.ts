import { failpoint } from '@satrangi/chassis';
import { liveTypes } from '@satrangi/contracts';
import { finishSend } from './finish-send.ts';
import type { Deps } from './letters.deps.ts';
import { batchWork, type PrepareSend } from './send-work.ts';
import { BATCH_SIZE, type StoredSend, withFailedWaiting } from './sends.rules.ts';

/**
 * Stores the frozen audience: everyone who had confirmed when the send began, in the order of their ids. Goes on after
 * the last stored batch, so that a stop in between neither loses nor repeats a reader.
 * @returns false when the send was paused or cancelled
 */
const storeBatches = async (deps: Deps, { _id, run, at }: StoredSend): Promise<boolean> => {
  const { sends, batches, subscribers, clock } = deps;
  let last = await batches.last(_id);
  for (;;) {
    const send = await sends.byId(_id);
    if (send?.state !== 'preparing' || send.run !== run) return false;
    const ids = await subscribers.confirmedUntil(at, last?.people.at(-1)?.s ?? '', BATCH_SIZE);
    failpoint('cms.audience-read');
    if (ids.length === 0) return true;
    last = await batches.add(_id, (last?.number ?? -1) + 1, ids, clock.now());
    failpoint('cms.batch-stored');
  }
};

const reopenFailed = async ({ batches }: Deps, { _id, run }: StoredSend): Promise<void> => {
  for await (const batch of batches.each(_id))
    if (batch.people.some(({ st }) => st === 'failed'))
      await batches.reopen(batch, withFailedWaiting(batch.people), run);
};

/** Stores the audience of a send, then queues its first open batch. Safe to repeat. */
export const prepareSend =
  (deps: Deps) =>
  async ({ sendId, run }: PrepareSend): Promise<void> => {
    const { sends, batches } = deps;
    const send = await sends.byId(sendId);
    if (send?.state !== 'preparing' || send.run !== run) return;
    if (!(await storeBatches(deps, send))) return;
    if (send.retryRun === run) await reopenFailed(deps, send);
    const { open, sent, failed, skipped, doubtful } = await batches.counts(sendId);
    const first = await batches.nextOpen(sendId, -1);
    await sends.change(
      send,
      { state: 'sending', total: open + sent + failed + skipped + doubtful },
      {
        live: [{ message: { type: liveTypes.newsletterProgress, id: sendId }, audience: { to: 'admins' } }],
        work: first ? [batchWork({ sendId, run, number: first.number })] : [],
      },
    );
    failpoint('cms.send-prepared');
    if (!first) await finishSend(deps)(sendId);
  };
