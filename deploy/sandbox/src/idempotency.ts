import { hash } from 'node:crypto';
import type { Request } from 'express';
import { z } from 'zod';
import type { Answer, Handle } from './endpoint.ts';
import type { Ledger } from './ledger.ts';
import { withoutPerson } from './without-person.ts';

const Kept = z.object({
  id: z.string(),
  fingerprint: z.string(),
  status: z.number(),
  body: z.unknown(),
  at: z.number(),
});
type Kept = z.infer<typeof Kept>;

const keptMs = 24 * 60 * 60 * 1000;

/** Of the request without its person: the digest of a phone number is as good as the number. */
const fingerprintOf = (request: Request): string =>
  hash(
    'sha256',
    `${request.method} ${request.baseUrl}${request.path} ${JSON.stringify(withoutPerson(request.body ?? null))}`,
    'base64',
  );

/** Keeps a fault (5xx) under its key, so that a repeat gets the same fault: Cashfree documents it so. */
export type KeepFailure = (request: Request, answer: Answer) => void;

/**
 * The same key with the same request gets the first answer again for 24 hours, with another request the refusal.
 * Refused requests are not kept: nothing was done for them.
 */
export const idempotencyOf = ({
  ledger,
  provider,
  header,
  refuse,
  now,
}: {
  ledger: Ledger;
  provider: string;
  header: string;
  refuse: (key: string) => Error;
  now: () => Date;
}): { once: (handle: Handle) => Handle; keepFailure: KeepFailure } => {
  const answers = ledger.table<Kept>(`${provider}.idempotency`, Kept);
  const keep = (key: string, request: Request, { status, body }: Answer): void => {
    answers.put({ id: key, fingerprint: fingerprintOf(request), status, body, at: now().getTime() });
  };
  const once =
    (handle: Handle): Handle =>
    async (request, trouble): Promise<Answer> => {
      const key = request.get(header);
      if (!key) return handle(request, trouble);
      const fingerprint = fingerprintOf(request);
      const kept = answers.get(key);
      if (kept && now().getTime() - kept.at < keptMs) {
        if (kept.fingerprint !== fingerprint) throw refuse(key);
        return { status: kept.status, body: kept.body, headers: { 'idempotent-replayed': 'true' } };
      }
      // Handlers decide without waiting, so a second request with this key cannot slip in between.
      const answer = handle(request, trouble);
      if (answer instanceof Promise) throw new Error('an idempotent call must decide at once');
      if (answer.status < 300) keep(key, request, answer);
      return answer;
    };
  return {
    once,
    keepFailure: (request, answer) => {
      const key = request.get(header);
      if (key && answer.status >= 500 && !answers.get(key)) keep(key, request, answer);
    },
  };
};
