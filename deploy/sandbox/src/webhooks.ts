import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { urlToHttpOptions } from 'node:url';
import { z } from 'zod';
import type { InjectedFault, Knobs } from './knobs.ts';
import type { Ledger } from './ledger.ts';

export const WebhookMode = z.enum(['send', 'skip', 'duplicate', 'late']);
export type WebhookMode = z.infer<typeof WebhookMode>;

const Attempt = z.object({ at: z.string(), status: z.number().optional(), error: z.string().optional() });

const Webhook = z.object({
  id: z.string(),
  provider: z.string(),
  /** The payment it is about: order id or payment intent id. */
  about: z.string(),
  type: z.string(),
  /** The exact signed body; emptied after the last delivery attempt. */
  body: z.string(),
  state: z.enum(['waiting', 'delivered', 'given-up', 'dropped', 'skipped']),
  copies: z.int(),
  /** Signed with a wrong secret. */
  isForged: z.boolean().optional(),
  dueAt: z.number(),
  attempts: z.array(Attempt),
});
export type Webhook = z.infer<typeof Webhook>;

/** Delivery settings of one provider: URL, signature headers and retry schedule. */
export type WebhookSender = {
  url: string;
  headers: (webhook: Webhook, attempt: number, at: Date) => Record<string, string>;
  /** Minutes between the attempts, before scaling; delivery stops after the last one. */
  retryMinutes: readonly number[];
};

export type WebhookDraft = {
  id: string;
  provider: string;
  about: string;
  type: string;
  mode: WebhookMode;
  /** Created with the injected fault, because a fault may change the amount. */
  body: (fault: InjectedFault) => string;
};

const minuteMs = 60_000;
const lateMinutes = 10;
const heldMinutes = 5;
const answerWithinMs = 10_000;

/** Request options of one provider's webhooks, computed once. */
const deliveryTargetOf = (sender: WebhookSender) => {
  const url = new URL(sender.url);
  const isSecure = url.protocol === 'https:';
  const Agent = isSecure ? HttpsAgent : HttpAgent;
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  return {
    sender,
    host: url.host,
    agent,
    request: isSecure ? httpsRequest : httpRequest,
    options: { ...urlToHttpOptions(url), agent, method: 'POST', timeout: answerWithinMs },
  };
};
type DeliveryTarget = ReturnType<typeof deliveryTargetOf>;

const post = (
  target: DeliveryTarget,
  headers: Record<string, string>,
  body: string,
  isRetry = false,
): Promise<number> =>
  new Promise((resolve, reject) => {
    const request = target.request({
      ...target.options,
      // A header list is faster than an object.
      headers: [
        'host',
        target.host,
        'content-type',
        'application/json',
        'content-length',
        String(Buffer.byteLength(body)),
        ...Object.entries(headers).flat(),
      ],
    });
    request.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
      response.on('error', reject);
    });
    request.on('timeout', () => request.destroy(new Error('no response in time')));
    request.on('error', (error: NodeJS.ErrnoException) => {
      // The peer closed an idle keep-alive connection: not a failed delivery.
      if (request.reusedSocket && error.code === 'ECONNRESET' && !isRetry) {
        resolve(post(target, headers, body, true));
      } else reject(error);
    });
    request.end(body);
  });

/** One delivery attempt; a failure is part of the result. */
const deliverOnce = async (
  webhook: Webhook,
  target: DeliveryTarget,
  at: Date,
): Promise<z.infer<typeof Attempt>> => {
  const round = Math.floor(webhook.attempts.length / webhook.copies) + 1;
  try {
    const status = await post(target, target.sender.headers(webhook, round, at), webhook.body);
    return { at: at.toISOString(), status };
  } catch (error) {
    return { at: at.toISOString(), error: error instanceof Error ? error.message : String(error) };
  }
};

const isAccepted = ({ status }: { status?: number | undefined }): boolean =>
  status !== undefined && status >= 200 && status < 300;

/** All webhooks, by id and by the payment that they are about. */
const webhookTable = (ledger: Ledger) => {
  const table = ledger.table<Webhook>('webhooks', Webhook);
  const byPayment = new Map<string, string[]>();
  const index = ({ about, id }: Webhook): void => {
    const ids = byPayment.get(about);
    if (ids) ids.push(id);
    else byPayment.set(about, [id]);
  };
  for (const webhook of table.all()) index(webhook);

  return {
    get: table.get,
    all: table.all,
    add: (webhook: Webhook): void => {
      table.put(webhook);
      index(webhook);
    },
    replace: table.put,
    of: (about: string): Webhook[] => (byPayment.get(about) ?? []).flatMap((id) => table.get(id) ?? []),
  };
};

type CreateDeliveryDeps = {
  table: ReturnType<typeof webhookTable>;
  senders: Record<string, WebhookSender>;
  scaled: (minutes: number) => number;
  now: () => Date;
};

/** Delivers waiting webhooks, at once or after a delay, and schedules the next attempt of those not accepted. */
const createDelivery = ({ table, senders, scaled, now }: CreateDeliveryDeps) => {
  const timers = new Map<string, NodeJS.Timeout>();
  const targets = new Map(
    Object.entries(senders).map(([provider, sender]) => [provider, deliveryTargetOf(sender)]),
  );
  let isClosed = false;

  const schedule = (webhook: Webhook, delayMs: number): void => {
    if (isClosed) return;
    const timer = setTimeout(() => {
      timers.delete(webhook.id);
      void deliver(webhook.id);
    }, delayMs);
    timers.set(webhook.id, timer);
  };

  const deliver = async (id: string): Promise<void> => {
    const webhook = table.get(id);
    const target = webhook && targets.get(webhook.provider);
    if (isClosed || !target || webhook.state !== 'waiting') return;
    const tries = Array.from({ length: webhook.copies }, () => deliverOnce(webhook, target, now()));
    const attempts = [...webhook.attempts, ...(await Promise.all(tries))];
    if (isClosed) return;
    const waitMinutes = target.sender.retryMinutes[attempts.length / webhook.copies - 1];
    if (attempts.some(isAccepted)) table.replace({ ...webhook, attempts, state: 'delivered', body: '' });
    else if (waitMinutes === undefined) table.replace({ ...webhook, attempts, state: 'given-up', body: '' });
    else {
      const again = { ...webhook, attempts, dueAt: now().getTime() + scaled(waitMinutes) };
      table.replace(again);
      schedule(again, scaled(waitMinutes));
    }
  };

  return {
    schedule,
    deliver,
    /** Delivers a scheduled webhook now. */
    deliverEarly: async (id: string): Promise<void> => {
      clearTimeout(timers.get(id));
      timers.delete(id);
      await deliver(id);
    },
    close: (): void => {
      isClosed = true;
      for (const timer of timers.values()) clearTimeout(timer);
      for (const { agent } of targets.values()) agent.destroy();
    },
  };
};

const toWebhook = (
  { id, provider, about, type, mode, body }: WebhookDraft,
  { fault, isSilent, dueAt }: { fault: InjectedFault; isSilent: boolean; dueAt: number },
): Webhook => ({
  id,
  provider,
  about,
  type,
  body: isSilent ? '' : body(fault),
  state: mode === 'skip' ? 'skipped' : fault.dropWebhooks ? 'dropped' : 'waiting',
  copies: 1 + (fault.duplicateWebhooks ?? 0) + (mode === 'duplicate' ? 1 : 0),
  dueAt,
  attempts: [],
  ...(fault.otherMerchant ? { isForged: true } : {}),
});

export type Webhooks = ReturnType<typeof createWebhooks>;

type CreateWebhooksDeps = {
  ledger: Ledger;
  knobs: Knobs;
  senders: Record<string, WebhookSender>;
  timeScale: number;
  now: () => Date;
};

/**
 * Delivers signed webhooks and retries until the response is 2xx. Pending webhooks are delivered after a restart.
 * @param timeScale factor on all delays; 1/60 makes minutes seconds
 */
export const createWebhooks = ({ ledger, knobs, senders, timeScale, now }: CreateWebhooksDeps) => {
  const scaled = (minutes: number): number => Math.round(minutes * minuteMs * timeScale);
  const table = webhookTable(ledger);
  const delivery = createDelivery({ table, senders, scaled, now });
  const held = new Map<string, string[]>();

  /** Delivers now, then the webhooks that were held back for reordering. */
  const deliverWithReordered = async (webhook: Webhook): Promise<void> => {
    // A payment is persisted before it is reported.
    await ledger.settled();
    await delivery.deliver(webhook.id);
    const overtaken = held.get(webhook.about) ?? [];
    held.delete(webhook.about);
    for (const id of overtaken) await delivery.deliverEarly(id);
  };

  for (const webhook of table.all())
    if (webhook.state === 'waiting') delivery.schedule(webhook, Math.max(0, webhook.dueAt - now().getTime()));

  return {
    /** Schedules a webhook in the given mode, with the faults that are active now. */
    announce: (draft: WebhookDraft): void => {
      const { id, provider, about, type, mode } = draft;
      const fault = mode === 'skip' ? {} : knobs.takeWebhook(`${provider}.webhooks.${type}`);
      const wait = (fault.delayWebhooks ?? 0) + (mode === 'late' ? scaled(lateMinutes) : 0);
      const isSilent = mode === 'skip' || fault.dropWebhooks === true;
      const isHeld = !isSilent && fault.reorderWebhooks === true;
      const delayMs = wait + (isHeld ? scaled(heldMinutes) : 0);
      const webhook = toWebhook(draft, { fault, isSilent, dueAt: now().getTime() + delayMs });
      table.add(webhook);
      if (isSilent) return;
      if (isHeld) held.set(about, [...(held.get(about) ?? []), id]);
      if (delayMs > 0 || isHeld) delivery.schedule(webhook, delayMs);
      else void deliverWithReordered(webhook);
    },
    of: table.of,
    [Symbol.asyncDispose]: async (): Promise<void> => delivery.close(),
  };
};
