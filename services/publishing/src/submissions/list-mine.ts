import { createClient, identityApi, type UserId } from '@satrangi/contracts';
import type { Deps } from './submissions.deps.ts';
import { mailboxKeyOf } from './submissions.rules.ts';
import type { StoredSubmission } from './submissions.store.ts';

/** Longest wait for identity, in ms: without its answer only what was sent while signed in is listed. */
const IDENTITY_MS = 400;

/** The verified address of the caller, as identity answers it to the caller's own token; null without one. */
export type ReadVerifiedEmail = (token: string) => Promise<string | null>;

export const verifiedEmailReader =
  (identityUrl: string): ReadVerifiedEmail =>
  async (token) => {
    const identity = createClient(identityApi, { baseUrl: identityUrl, token: () => token });
    const held = await identity
      .exportMine(undefined, { signal: AbortSignal.timeout(IDENTITY_MS) })
      .catch(() => null);
    return held?.emailVerified ? held.account.email : null;
  };

/**
 * Submissions of an account, newest first. Those from its verified address become the account's own, so that its export
 * and its deletion include them (checklist PUB-21).
 */
export const listMine =
  (
    { submissions, eraseIfDeleted, config }: Pick<Deps, 'submissions' | 'eraseIfDeleted' | 'config'>,
    readEmail: ReadVerifiedEmail,
  ) =>
  async (userId: UserId, token: string): Promise<StoredSubmission[]> => {
    const email = await readEmail(token);
    if (email) {
      await submissions.link(mailboxKeyOf(config.SUBMISSION_SECRET, email), userId);
      await eraseIfDeleted(userId);
    }
    const found = await submissions.ofAuthor(userId);
    return found.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  };
