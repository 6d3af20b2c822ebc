import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { urlToHttpOptions } from 'node:url';
import { z } from 'zod';
import type { Knobs, Trouble } from './knobs.ts';
import type { Ledger } from './ledger.ts';

export const WebhookMode = z.enum(['send', 'skip', 'duplicate', 'late']);
export type WebhookMode = z.infer<typeof WebhookMode>;

const Attempt = z.object({ at: z.string(), status: z.number().optional(), error: z.string().optional() });

const Webhook = z.object({
  id: z.string(),
  provider: z.string(),
  /** The payment it speaks of: order id or payment intent id. */
  about: z.string(),
  type: z.string(),
  /** Exactly what is signed and sent; emptied once nobody will send it again. */
  body: z.string(),
  state: z.enum(['waiting', 'delivered', 'given-up', 'dropped', 'skipped']),
  copies: z.int(),
  /** Signed with the secret of somebody else. */
  isForged: z.boolean().optional(),
  dueAt: z.number(),
  attempts: z.array(Attempt),
});
export type Webhook = z.infer<typeof Webhook>;

/** How one provider sends: where to, how signed, how often again. */
export type WebhookStyle = {
  url: string;
  headers: (webhook: Webhook, attempt: number, at: Date) => Record<string, string>;
  /** Minutes between the attempts, before scaling; after the last one it gives up. */
  retryMinutes: readonly number[];
};

export type WebhookDraft = {
  id: string;
  provider: string;
  about: string;
  type: string;
  mode: WebhookMode;
  /** Made with the trouble at hand, because a troubled provider may report another amount. */
  body: (trouble: Trouble) => string;
};

const minuteMs = 60_000;
const lateMinutes = 10;
const heldMinutes = 5;
const answerWithinMs = 10_000;

/** Where one provider's webhooks go, in the words of a request: found once and not for each of them. */
const doorOf = (style: WebhookStyle) => {
  const url = new URL(style.url);
  const isSecure = url.protocol === 'https:';
  const Agent = isSecure ? HttpsAgent : HttpAgent;
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  return {
    style,
    host: url.host,
    agent,
    ask: isSecure ? httpsRequest : httpRequest,
    options: { ...urlToHttpOptions(url), agent, method: 'POST', timeout: answerWithinMs },
  };
};
type Door = ReturnType<typeof doorOf>;

const post = (
  door: Door,
  headers: Record<string, string>,
  body: string,
  isSecondTry = false,
): Promise<number> =>
  new Promise((resolve, reject) => {
    const request = door.ask({
      ...door.options,
      // A list goes out as it stands; a record would be looked through name by name.
      headers: [
        'host',
        door.host,
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
    request.on('timeout', () => request.destroy(new Error('no answer in time')));
    request.on('error', (error: NodeJS.ErrnoException) => {
      // The other side closed an idle connection just as it was used again: that is no failed delivery.
      if (request.reusedSocket && error.code === 'ECONNRESET' && !isSecondTry) {
        resolve(post(door, headers, body, true));
      } else reject(error);
    });
    request.end(body);
  });

export type Webhooks = ReturnType<typeof createWebhooks>;

/**
 * Delivers what the providers announce, and says it again when the shop does not answer 2xx. What was still to be
 * delivered when the process ended is delivered after the next start.
 * @param timeScale factor on all waiting times; 1/60 makes minutes seconds
 */
export const createWebhooks = ({
  ledger,
  knobs,
  styles,
  timeScale,
  now,
}: {
  ledger: Ledger;
  knobs: Knobs;
  styles: Record<string, WebhookStyle>;
  timeScale: number;
  now: () => Date;
}) => {
  const table = ledger.table<Webhook>('webhooks', Webhook);
  const byPayment = new Map<string, string[]>();
  const timers = new Map<string, NodeJS.Timeout>();
  const held = new Map<string, string[]>();
  const doors = new Map(Object.entries(styles).map(([provider, style]) => [provider, doorOf(style)]));
  let isClosed = false;

  const scaled = (minutes: number): number => Math.round(minutes * minuteMs * timeScale);
  const index = ({ about, id }: Webhook): void => {
    const ids = byPayment.get(about);
    if (ids) ids.push(id);
    else byPayment.set(about, [id]);
  };

  const attemptOnce = async (webhook: Webhook, door: Door): Promise<z.infer<typeof Attempt>> => {
    const at = now();
    const round = Math.floor(webhook.attempts.length / webhook.copies) + 1;
    try {
      const status = await post(door, door.style.headers(webhook, round, at), webhook.body);
      return { at: at.toISOString(), status };
    } catch (error) {
      return { at: at.toISOString(), error: error instanceof Error ? error.message : String(error) };
    }
  };

  const isAccepted = ({ status }: { status?: number | undefined }): boolean =>
    status !== undefined && status >= 200 && status < 300;

  const sendLater = (webhook: Webhook, delayMs: number): void => {
    if (isClosed) return;
    const timer = setTimeout(() => {
      timers.delete(webhook.id);
      void deliver(webhook.id);
    }, delayMs);
    timers.set(webhook.id, timer);
  };

  const deliver = async (id: string): Promise<void> => {
    const webhook = table.get(id);
    const door = webhook && doors.get(webhook.provider);
    if (isClosed || !door || webhook.state !== 'waiting') return;
    const tries = Array.from({ length: webhook.copies }, () => attemptOnce(webhook, door));
    const attempts = [...webhook.attempts, ...(await Promise.all(tries))];
    if (isClosed) return;
    const waitMinutes = door.style.retryMinutes[attempts.length / webhook.copies - 1];
    if (attempts.some(isAccepted)) table.put({ ...webhook, attempts, state: 'delivered', body: '' });
    else if (waitMinutes === undefined) table.put({ ...webhook, attempts, state: 'given-up', body: '' });
    else {
      const again = { ...webhook, attempts, dueAt: now().getTime() + scaled(waitMinutes) };
      table.put(again);
      sendLater(again, scaled(waitMinutes));
    }
  };

  /** Sends now, then whatever was held back for being overtaken. */
  const deliverAhead = async (webhook: Webhook): Promise<void> => {
    // Nobody hears of a payment that a killed process would have forgotten.
    await ledger.settled();
    await deliver(webhook.id);
    const overtaken = held.get(webhook.about) ?? [];
    held.delete(webhook.about);
    for (const id of overtaken) {
      clearTimeout(timers.get(id));
      timers.delete(id);
      await deliver(id);
    }
  };

  for (const webhook of table.all()) {
    index(webhook);
    if (webhook.state === 'waiting') sendLater(webhook, Math.max(0, webhook.dueAt - now().getTime()));
  }

  return {
    /** Announces a fact about a payment, in the given mode and under the knobs of the moment. */
    announce: ({ id, provider, about, type, mode, body }: WebhookDraft): void => {
      const trouble = mode === 'skip' ? {} : knobs.takeWebhook(`${provider}.webhooks.${type}`);
      const wait = (trouble.delayWebhooks ?? 0) + (mode === 'late' ? scaled(lateMinutes) : 0);
      const isSilent = mode === 'skip' || trouble.dropWebhooks === true;
      const isHeld = !isSilent && trouble.reorderWebhooks === true;
      const webhook: Webhook = {
        id,
        provider,
        about,
        type,
        body: isSilent ? '' : body(trouble),
        state: mode === 'skip' ? 'skipped' : trouble.dropWebhooks ? 'dropped' : 'waiting',
        copies: 1 + (trouble.duplicateWebhooks ?? 0) + (mode === 'duplicate' ? 1 : 0),
        dueAt: now().getTime() + wait + (isHeld ? scaled(heldMinutes) : 0),
        attempts: [],
        ...(trouble.otherMerchant ? { isForged: true } : {}),
      };
      table.put(webhook);
      index(webhook);
      if (isSilent) return;
      if (isHeld) {
        held.set(about, [...(held.get(about) ?? []), id]);
        sendLater(webhook, wait + scaled(heldMinutes));
      } else if (wait > 0) sendLater(webhook, wait);
      else void deliverAhead(webhook);
    },
    of: (about: string): Webhook[] => (byPayment.get(about) ?? []).flatMap((id) => table.get(id) ?? []),
    [Symbol.asyncDispose]: async (): Promise<void> => {
      isClosed = true;
      for (const timer of timers.values()) clearTimeout(timer);
      for (const { agent } of doors.values()) agent.destroy();
    },
  };
};
