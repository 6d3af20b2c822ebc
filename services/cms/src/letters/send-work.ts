import type { Work } from '@satrangi/chassis';
import { z } from 'zod';
import type { StoredSend } from './sends.rules.ts';

/** Stores the audience of a send in batches, then queues the first one. */
export const PREPARE_SEND = 'prepare-send';
export const PrepareSend = z.object({ sendId: z.string(), run: z.int() });
export type PrepareSend = z.infer<typeof PrepareSend>;

/** Sends one batch; with `chained`, queues the next one after it. */
export const SEND_BATCH = 'send-batch';
export const SendBatch = z.object({
  sendId: z.string(),
  number: z.int(),
  run: z.int(),
  chained: z.boolean(),
});
export type SendBatch = z.infer<typeof SendBatch>;

export const prepareWork = ({ _id, run }: Pick<StoredSend, '_id' | 'run'>): Work => ({
  kind: PREPARE_SEND,
  key: `${_id}:${run}`,
  data: { sendId: _id, run } satisfies PrepareSend,
});

/** @param retryAt the time of a further try of the same batch; without it, its place in the chain */
export const batchWork = (
  { sendId, run, number }: Pick<SendBatch, 'sendId' | 'run' | 'number'>,
  retryAt?: Date,
): Work => ({
  kind: SEND_BATCH,
  key: [sendId, run, number, ...(retryAt ? [retryAt.getTime()] : [])].join(':'),
  data: { sendId, run, number, chained: retryAt === undefined } satisfies SendBatch,
});
