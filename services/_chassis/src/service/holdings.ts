import type { HoldingsApi, InputOf, OutputOf, UserId } from '@satrangi/contracts';
import { Refusal } from '../http/refusal.ts';
import type { ServiceContext } from './service-context.ts';

type Holdings = HoldingsApi['holdings'];

/**
 * Answers whether this service holds anything for an account (decision 0053). Refuses while this service may still
 * accept a token of an ended login, because the answer could change.
 * @param owns true when the account holds something, or could soon
 * @throws Refusal unavailable
 */
export const answerHoldings =
  (
    { hasEnded }: Pick<ServiceContext<unknown>['sessions'], 'hasEnded'>,
    owns: (userId: UserId) => Promise<boolean>,
  ) =>
  async ({ params: { userId }, query: { tokenVersion } }: InputOf<Holdings>): Promise<OutputOf<Holdings>> => {
    const newestEnded = { userId, tokenVersion: tokenVersion - 1, sessionId: null };
    if (tokenVersion > 0 && !hasEnded(newestEnded))
      throw new Refusal('unavailable', 'The end of these logins is not known here yet');
    return { owns: await owns(userId) };
  };
