import type { ServerResponse } from 'node:http';
import type { Kit } from '@satrangi/chassis';
import { type LiveAudience, type LiveMessage, liveTypes, MediaId, UserId } from '@satrangi/contracts';
import type { AskStanding } from '../access/ask-standing.ts';
import type { Holder } from '../tickets/tickets.ts';

type Parts = {
  readonly ask: AskStanding;
  readonly sessions: Pick<Kit<unknown>['sessions'], 'hasEnded'>;
};
type OpenAnswer = { readonly holder: Holder; readonly mediaId: string; readonly response: ServerResponse };

export type OpenAnswers = ReturnType<typeof openAnswers>;

/**
 * Files that are on their way to those who own them. A film is one long answer: without this a refund, or the end of a
 * login, would count only when the player asks for its next piece.
 */
export const openAnswers = ({ ask, sessions }: Parts) => {
  const open = new Map<string, Set<OpenAnswer>>();
  const end = (userId: string, isOver: (answer: OpenAnswer) => boolean): void => {
    for (const answer of open.get(userId) ?? []) if (isOver(answer)) answer.response.destroy();
  };
  return {
    note: (holder: Holder, mediaId: MediaId, response: ServerResponse): void => {
      const { userId } = holder;
      const answer = { holder, mediaId, response };
      const answers = open.get(userId) ?? new Set();
      open.set(userId, answers.add(answer));
      response.once('close', () => {
        answers.delete(answer);
        if (answers.size === 0 && open.get(userId) === answers) open.delete(userId);
      });
    },

    /** The reader's library changed, here or in another process: what is closed to them by now ends. */
    hear: async ({ type, id }: LiveMessage, audience: LiveAudience): Promise<void> => {
      if (type !== liveTypes.libraryUpdated || audience.to !== 'user' || !open.has(audience.userId)) return;
      // When it can not be found out, players ask again: that question is answered then.
      const standing = await ask(MediaId.parse(id), UserId.parse(audience.userId)).then(
        (found) => found.standing,
        () => 'unknown' as const,
      );
      if (standing === 'unknown' || standing === 'locked')
        end(audience.userId, ({ mediaId }) => mediaId === id);
    },

    /** Something was learned of an account: what is on its way under a login that has ended ends. */
    endOf: (userId: string): void => end(userId, ({ holder }) => sessions.hasEnded(holder)),
  };
};
