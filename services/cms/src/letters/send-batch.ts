import { setTimeout as sleep } from 'node:timers/promises';
import { failpoint, type SendMail } from '@satrangi/chassis';
import { liveTypes } from '@satrangi/contracts';
import { letterDelivery, type Reader } from './deliver-letter.ts';
import { finishSend } from './finish-send.ts';
import type { Deps } from './letters.deps.ts';
import { batchWork, type SendBatch } from './send-work.ts';
import {
  afterDelivery,
  afterTakeover,
  type Batch,
  batchId,
  type Delivery,
  dueNow,
  leaseFrom,
  nextRetry,
  type Recipient,
} from './sends.rules.ts';

/** The pass over a batch ended early: `released` hands it to the next run, `lost` means another handler has it. */
type Pass = 'complete' | 'released' | 'lost' | 'unreachable';

type Sending = {
  readonly batch: Batch;
  readonly run: number;
  readonly deliver: (reader: Reader) => Promise<Delivery>;
};

const isCurrent = async ({ sends }: Deps, { batch, run }: Sending): Promise<boolean> => {
  const send = await sends.byId(batch.sendId);
  return send?.state === 'sending' && send.run === run;
};

/** Marks the next readers: those who left since are skipped, the others are stored as `sending` before their mail. */
const markNext = async (deps: Deps, people: readonly Recipient[], positions: readonly number[]) => {
  const ids = positions.map((position) => people[position]?.s ?? '');
  const readers = new Map((await deps.subscribers.active(ids)).map((reader) => [reader._id, reader]));
  const marked = people.map((recipient, position) =>
    positions.includes(position)
      ? { ...recipient, st: readers.has(recipient.s) ? ('sending' as const) : ('skipped' as const) }
      : recipient,
  );
  return { marked, readers: [...readers.values()] };
};

/** Sends to everyone of a batch whose time has come; one write stores the last results and marks the next readers. */
const passOver = async (deps: Deps, sending: Sending): Promise<Pass> => {
  const { batches, clock, config, pace, stopping } = deps;
  const { batch, deliver } = sending;
  let people: readonly Recipient[] = afterTakeover(batch.people, config.SEND_IN_DOUBT);
  const store = (edit: Partial<Batch>) => batches.write(batch, { ...edit, people: [...people] });
  const release = async (pass: Pass): Promise<Pass> =>
    (await store({ owner: null, leaseUntil: null })) ? pass : 'lost';

  for (;;) {
    const positions = dueNow(people, clock.now(), config.MAIL_POOL);
    if (positions.length === 0) break;
    if (stopping.aborted || !(await isCurrent(deps, sending))) return release('released');
    const { marked, readers } = await markNext(deps, people, positions);
    people = marked;
    if (!(await store({ leaseUntil: leaseFrom(clock.now()) }))) return 'lost';
    failpoint('cms.letters-marked');
    const answers = new Map(
      await Promise.all(readers.map(async (reader) => [reader._id, await deliver(reader)] as const)),
    );
    for (const [readerId, { outcome }] of answers)
      if (outcome === 'no-mailbox') await deps.endSubscription(readerId, 'bounce');
    const options = { now: clock.now(), inDoubt: config.SEND_IN_DOUBT };
    people = people.map((recipient) => {
      const answer = recipient.st === 'sending' ? answers.get(recipient.s) : undefined;
      return answer ? afterDelivery(recipient, answer, options) : recipient;
    });
    if ([...answers.values()].some(({ outcome }) => outcome === 'unreachable')) return release('unreachable');
    const waitMs = readers.length > 0 ? pace(readers.length) : 0;
    if (waitMs > 0) {
      // the wait may be long: a stop in it must leave no accepted letter in doubt
      if (!(await store({ leaseUntil: leaseFrom(new Date(clock.now().getTime() + waitMs)) }))) return 'lost';
      await sleep(waitMs, undefined, { signal: stopping }).catch(() => {
        // the service stops: the batch is released
      });
    }
  }
  failpoint('cms.batch-before-results');
  const retryAt = nextRetry(people);
  const end = { owner: null, leaseUntil: null, retryAt, state: retryAt ? 'open' : 'closed' } as const;
  const live = [
    {
      message: { type: liveTypes.newsletterProgress, id: batch.sendId },
      audience: { to: 'admins' as const },
    },
  ];
  const isWritten = await batches.write(batch, { ...end, people: [...people] }, { live });
  failpoint('cms.batch-results-stored');
  return isWritten ? 'complete' : 'lost';
};

/**
 * Sends one batch of a letter, then queues the next one. Only one handler at a time owns a batch.
 * @throws Error when the batch has to be handled again later
 */
export const sendBatch = (deps: Deps, sendMail: SendMail) => {
  const { sends, batches, clock, ids } = deps;
  const finish = finishSend(deps);
  return async ({ sendId, number, run, chained }: SendBatch): Promise<void> => {
    const send = await sends.byId(sendId);
    if (send?.state !== 'sending' || send.run !== run) return;
    const id = batchId(sendId, number);
    const batch = await batches.claim(id, ids.newId(), clock.now());
    failpoint('cms.batch-claimed');
    if (!batch && (await batches.isOpen(id))) throw new Error('the batch is leased');
    if (batch) {
      const pass = await passOver(deps, { batch, run, deliver: await letterDelivery(deps, sendMail, send) });
      if (pass === 'unreachable') throw new Error('the mail server is unreachable');
      if (pass === 'lost') throw new Error('another handler has the batch');
      // a paused or cancelled send continues with a new run; a stopping process leaves its work to the next one
      if (pass === 'released') {
        if (deps.stopping.aborted) throw new Error('the service stops');
        return;
      }
    }
    const next = chained ? await batches.nextOpen(sendId, number) : null;
    if (next) await batches.queue(next._id, run, batchWork({ sendId, run, number: next.number }));
    else await finish(sendId);
  };
};
