import type { AnswerOf, identityApi, SessionId, UserId } from '@satrangi/contracts';

/** One session of an account; each login starts one. */
export type Session = {
  /** The `sid` claim of its token. */
  _id: SessionId;
  userId: UserId;
  tokenVersion: number;
  startedAt: Date;
  /** Truncated to the hour. */
  lastUsedAt: Date;
  /** When its token expires. */
  expiresAt: Date;
  revokedAt?: Date;
};

const HOUR_MS = 3_600_000;
/** The last use is stored to the hour: enough to recognise a session, too coarse to trace a user's day. */
export const truncateToHour = (at: Date): Date => new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);

export const SESSIONS_MAX = 100;

type Row = AnswerOf<(typeof identityApi)['listSessions']>['items'][number];

export const toSessionRow = (session: Session, current: SessionId | null): Row => ({
  _id: session._id,
  startedAt: session.startedAt.toISOString(),
  lastUsedAt: session.lastUsedAt.toISOString(),
  isCurrent: session._id === current,
});
