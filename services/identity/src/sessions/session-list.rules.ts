import type { AnswerOf, identityApi, SessionId, UserId } from '@satrangi/contracts';

/** One login of an account. */
export type Session = {
  /** The `sid` claim of its token. */
  _id: SessionId;
  userId: UserId;
  tokenVersion: number;
  startedAt: Date;
  /** To the hour. */
  lastUsedAt: Date;
  /** When its token expires. */
  expiresAt: Date;
  revokedAt?: Date;
};

const HOUR_MS = 3_600_000;
/** Uses are noted to the hour: enough to recognise a login, too coarse to follow a day by. */
export const toTheHour = (at: Date): Date => new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);

export const SESSIONS_MAX = 100;

type Row = AnswerOf<(typeof identityApi)['listSessions']>['items'][number];

export const rowOf = (session: Session, current: SessionId | null): Row => ({
  _id: session._id,
  startedAt: session.startedAt.toISOString(),
  lastUsedAt: session.lastUsedAt.toISOString(),
  isCurrent: session._id === current,
});
