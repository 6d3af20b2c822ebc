import type { ServerResponse } from 'node:http';
import { type LiveAudience, type LiveMessage, liveTypes, MediaId, UserId } from '@satrangi/contracts';
import type { AskStanding } from '../access/ask-standing.ts';

const keyOf = (userId: string, mediaId: string): string => `${userId}:${mediaId}`;

export type OpenAnswers = ReturnType<typeof openAnswers>;

/**
 * Files that are on their way to those who own them. A film is one long answer: without this a refund would count
 * only when the player asks for its next piece.
 */
export const openAnswers = (ask: AskStanding) => {
  const open = new Map<string, Set<ServerResponse>>();
  return {
    note: (userId: UserId, mediaId: MediaId, response: ServerResponse): void => {
      const key = keyOf(userId, mediaId);
      const answers = open.get(key) ?? new Set();
      open.set(key, answers.add(response));
      response.once('close', () => {
        answers.delete(response);
        if (answers.size === 0 && open.get(key) === answers) open.delete(key);
      });
    },

    /** The reader's library changed, here or in another process: what is closed to them by now ends. */
    hear: async ({ type, id }: LiveMessage, audience: LiveAudience): Promise<void> => {
      if (type !== liveTypes.libraryUpdated || audience.to !== 'user') return;
      const answers = open.get(keyOf(audience.userId, id));
      if (!answers) return;
      // When it can not be found out, players ask again: that question is answered then.
      const standing = await ask(MediaId.parse(id), UserId.parse(audience.userId)).then(
        (found) => found.standing,
        () => 'unknown' as const,
      );
      if (standing === 'unknown' || standing === 'locked') for (const answer of answers) answer.destroy();
    },
  };
};
