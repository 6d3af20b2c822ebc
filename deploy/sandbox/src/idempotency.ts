import { hash } from 'node:crypto';
import type { Request } from 'express';
import { z } from 'zod';
import type { Handle, ProviderResponse } from './endpoint.ts';
import type { Ledger } from './ledger.ts';
import { withoutPerson } from './without-person.ts';

const StoredResponse = z.object({
  id: z.string(),
  fingerprint: z.string(),
  status: z.number(),
  body: z.unknown(),
  at: z.number(),
});
type StoredResponse = z.infer<typeof StoredResponse>;

const retentionMs = 24 * 60 * 60 * 1000;

/** Fingerprint of the request without personal data: a digest of a phone number can be reversed. */
const fingerprintOf = (request: Request): string =>
  hash(
    'sha256',
    `${request.method} ${request.baseUrl}${request.path} ${JSON.stringify(withoutPerson(request.body ?? null))}`,
    'base64',
  );

/** Stores a 5xx response under its key, so that a retry gets the same response, as Cashfree documents. */
export type KeepFailure = (request: Request, answer: ProviderResponse) => void;

/**
 * Idempotency keys: the same key and request gets the first response for 24 hours, another request is refused.
 * Refused requests are not stored, because they changed nothing.
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
  const answers = ledger.table<StoredResponse>(`${provider}.idempotency`, StoredResponse);
  const enqueue = (key: string, request: Request, { status, body }: ProviderResponse): void => {
    answers.put({ id: key, fingerprint: fingerprintOf(request), status, body, at: now().getTime() });
  };
  const once =
    (handle: Handle): Handle =>
    async (request, fault): Promise<ProviderResponse> => {
      const key = request.get(header);
      if (!key) return handle(request, fault);
      const fingerprint = fingerprintOf(request);
      const kept = answers.get(key);
      if (kept && now().getTime() - kept.at < retentionMs) {
        if (kept.fingerprint !== fingerprint) throw refuse(key);
        return { status: kept.status, body: kept.body, headers: { 'idempotent-replayed': 'true' } };
      }
      // Handlers are synchronous, so a second request with this key cannot run in between.
      const answer = handle(request, fault);
      if (answer instanceof Promise) throw new Error('an idempotent handler must be synchronous');
      if (answer.status < 300) enqueue(key, request, answer);
      return answer;
    };
  return {
    once,
    keepFailure: (request, answer) => {
      const key = request.get(header);
      if (key && answer.status >= 500 && !answers.get(key)) enqueue(key, request, answer);
    },
  };
};
