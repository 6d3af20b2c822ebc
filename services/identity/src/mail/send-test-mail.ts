import { setTimeout as wait } from 'node:timers/promises';
import { enforceRateLimit, type Handlers, Refusal, type SendMail, smtpFailure } from '@satrangi/chassis';
import { type AnswerOf, type identityApi, normaliseEmail, testMailTexts } from '@satrangi/contracts';
import { requireAdmin } from '../sessions/require-account.ts';
import type { SessionDeps } from '../sessions/sessions.deps.ts';
import { mailFor } from './account-mails.rules.ts';

type Answer = AnswerOf<(typeof identityApi)['sendTestMail']>;

const TIMEOUT_MS = 20_000;

/** What the mail server answered, in a sentence without its own text, which may hold addresses. */
const answerOf = (error: unknown): Answer => {
  const failure = smtpFailure(error);
  if (failure.outcome === 'unreachable') {
    const { responseCode } = Object(error) as { responseCode?: unknown };
    return typeof responseCode === 'number'
      ? {
          outcome: 'refused',
          sentence: `The mail server does not accept the login (${responseCode}). See SMTP_URL.`,
        }
      : { outcome: 'no-answer', sentence: testMailTexts.unreachable };
  }
  if (!('code' in failure)) return { outcome: 'no-answer', sentence: testMailTexts.noAnswer };
  return { outcome: 'refused', sentence: `The mail server did not accept the mail (${failure.code}).` };
};

/** Sends one mail through the real mail server to the address of the calling admin. @throws Refusal validation-failed */
export const testMailRoutes = (
  deps: SessionDeps,
  send: SendMail | null,
): Pick<Handlers<typeof identityApi>, 'sendTestMail'> => {
  const { rateLimits, ids, config, log } = deps;
  const readAdmin = requireAdmin(deps);

  const deliver = async (to: string): Promise<Answer> => {
    if (!send) return { outcome: 'not-configured', sentence: testMailTexts.notConfigured };
    const late = new AbortController();
    const mail = mailFor({ mail: 'test', to, id: ids.newId(), token: null }, config.PUBLIC_URL);
    const sent = send(mail).then(
      (): Answer => ({ outcome: 'accepted', sentence: testMailTexts.accepted }),
      answerOf,
    );
    const tooLate = wait<Answer>(
      TIMEOUT_MS,
      { outcome: 'no-answer', sentence: testMailTexts.noAnswer },
      { signal: late.signal },
    );
    tooLate.catch(() => {});
    try {
      return await Promise.race([sent, tooLate]);
    } finally {
      late.abort();
    }
  };

  return {
    sendTestMail: async (_input, caller) => {
      const { _id, email } = await readAdmin(caller);
      const to = email && (normaliseEmail(email) ?? email);
      if (!to) throw new Refusal('validation-failed', testMailTexts.noAddress);
      enforceRateLimit(testMailTexts.tooMany, await rateLimits.consume('testMails', _id));
      const answer = await deliver(to);
      log.info({ key: _id, kind: 'test-mail', outcome: answer.outcome }, 'test mail sent');
      return answer;
    },
  };
};
