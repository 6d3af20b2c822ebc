import { startWaiting } from './control-send.ts';
import { finishSend } from './finish-send.ts';
import type { Deps } from './letters.deps.ts';
import { batchWork } from './send-work.ts';

/** Queues batches whose refused letters may be tried again, and ends sends that a stop left without their end, begins waiting ones whose time has come. */
export const sweepSends = (deps: Deps) => {
  const finish = finishSend(deps);
  const begin = startWaiting(deps);
  return async (): Promise<void> => {
    const { sends, batches, clock } = deps;
    for (const batch of await batches.dueRetries(clock.now())) {
      const { sendId, number, retryAt } = batch;
      const send = await sends.byId(sendId);
      if (send?.state === 'sending' && retryAt)
        await batches.queueRetry(batch, batchWork({ sendId, number, run: send.run }, retryAt));
      // left due, those of a paused or cancelled send would fill each page of due batches
      else await batches.clearRetry(batch);
    }
    for (const { _id } of await sends.inState('sending')) await finish(_id);
    for (const { _id } of await sends.inState('waiting')) await begin(_id);
  };
};
