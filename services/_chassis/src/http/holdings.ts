import type { HoldingsApi, InputOf, OutputOf, UserId } from '@satrangi/contracts';
import type { Kit } from '../kit.ts';
import { Refusal } from './refusal.ts';

type Holdings = HoldingsApi['holdings'];

/**
 * Answers whether this service holds anything for an account (decision 0053). While this service may still accept a
 * login token of an ended version, nothing it says is final: then it does not answer.
 * @param owns true when something is held, or could be soon
 * @throws Refusal unavailable
 */
export const answerHoldings =
  ({ hasEnded }: Pick<Kit<unknown>['sessions'], 'hasEnded'>, owns: (userId: UserId) => Promise<boolean>) =>
  async ({ params: { userId }, query: { tokenVersion } }: InputOf<Holdings>): Promise<OutputOf<Holdings>> => {
    const newestEnded = { userId, tokenVersion: tokenVersion - 1, sessionId: null };
    if (tokenVersion > 0 && !hasEnded(newestEnded))
      throw new Refusal('unavailable', 'The end of these logins is not known here yet');
    return { owns: await owns(userId) };
  };
