import { turnAnswered } from '@satrangi/contracts';
import type { Deps, Talk } from './chat.deps.ts';
import { talkName } from './conversation-ids.rules.ts';
import type { Draft } from './drafts.ts';

/** Creates the event of an answered message. */
export const turnEvent =
  ({ clock, ids, secret, newEvent }: Pick<Deps, 'clock' | 'ids' | 'secret' | 'newEvent'>) =>
  (talk: Talk, mode: 'chat' | 'suggestions', askedAt: Date, draft: Draft) => {
    const turnId = ids.newId();
    const answeredAt = clock.now();
    return newEvent(turnAnswered, {
      subject: `turn/${turnId}`,
      data: {
        turnId,
        talk: talkName(secret, talk.id, askedAt),
        mode,
        askedAt: askedAt.toISOString(),
        answeredAt: answeredAt.toISOString(),
        by: draft.by,
        tokensIn: draft.tokensIn,
        tokensOut: draft.tokensOut,
      },
    });
  };
