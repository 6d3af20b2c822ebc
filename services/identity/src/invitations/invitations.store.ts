import { equalText, type ServiceStore } from '@satrangi/chassis';
import type { UserId } from '@satrangi/contracts';
import type { QueryFilter } from 'mongoose';
import { Schema } from 'mongoose';
import type { MailedToken } from '../accounts/mailed-token.rules.ts';

/** `void`: its sender is no admin any more. */
export type InvitationState = 'pending' | 'accepted' | 'revoked' | 'void';

/** An invitation of an admin. The address is removed with the last step; the rest stays for exact sentences. */
export type StoredInvitation = {
  _id: string;
  email?: string;
  /** `mailboxKey` of its address. */
  mailbox: string;
  invitedBy: UserId;
  token: MailedToken;
  state: InvitationState;
  createdAt: Date;
  /** Somebody accepts it until then, so it can not be revoked or accepted by another request. */
  claimedUntil?: Date;
  removeAt: Date;
};

const schema = new Schema<StoredInvitation>(
  {
    _id: { type: String, required: true },
    email: String,
    mailbox: { type: String, required: true },
    invitedBy: { type: String, required: true },
    token: { type: Schema.Types.Mixed, required: true },
    state: { type: String, required: true },
    createdAt: { type: Date, required: true },
    claimedUntil: Date,
    removeAt: { type: Date, required: true },
  },
  { versionKey: false },
);
schema.index({ removeAt: 1 }, { expireAfterSeconds: 0 });
schema.index({ 'token.hash': 1 });
schema.index({ invitedBy: 1 });
schema.index({ mailbox: 1 });
// one waiting invitation for each address, also when two admins invite it at the same moment
schema.index(
  { email: 1 },
  { unique: true, partialFilterExpression: { state: 'pending', email: { $type: 'string' } } },
);

export const SEND_INVITATION = 'send-invitation';

const CLAIM_MS = 30_000;

export type InvitationsStore = ReturnType<typeof invitationsStore>;

export const invitationsStore = (store: ServiceStore) => {
  const invitations = store.aggregate<StoredInvitation>('invitations', schema);
  const { model } = invitations;
  const unclaimed = (now: Date): QueryFilter<StoredInvitation> => ({
    $or: [{ claimedUntil: { $exists: false } }, { claimedUntil: { $lte: now } }],
  });
  const end = (state: InvitationState) => ({
    $set: { state },
    $unset: { email: 1 as const, claimedUntil: 1 as const },
  });

  return {
    /** Queues its mail in the same write. @returns false when one is waiting for this address */
    add: (invitation: StoredInvitation): Promise<boolean> =>
      invitations.create(invitation, {
        work: [{ kind: SEND_INVITATION, key: invitation._id, data: { id: invitation._id } }],
      }),
    byId: (_id: string): Promise<StoredInvitation | null> =>
      model.findOne({ _id }).lean<StoredInvitation>().exec(),
    byToken: (hash: string): Promise<StoredInvitation | null> =>
      model.findOne({ 'token.hash': hash }).lean<StoredInvitation>().exec(),
    waiting: (): Promise<StoredInvitation[]> =>
      model.find({ state: 'pending' }).sort({ createdAt: -1 }).limit(100).lean<StoredInvitation[]>().exec(),
    /** Ends an expired one, so that its address can be invited again. */
    endExpired: async (email: string, now: Date): Promise<void> => {
      await model.updateMany(
        { email: equalText(email), state: 'pending', 'token.expiresAt': { $lte: now } },
        end('revoked'),
      );
    },
    /** @returns false when it is not waiting, or being accepted */
    revoke: async (_id: string, now: Date): Promise<boolean> => {
      const done = await model.updateOne({ _id, state: 'pending', ...unclaimed(now) }, end('revoked'));
      return done.modifiedCount === 1;
    },
    /** Keeps others from accepting or revoking it for a moment. @returns false when it can not be accepted any more */
    claim: async (_id: string, now: Date): Promise<boolean> => {
      const filter = { _id, state: 'pending' as const, 'token.expiresAt': { $gt: now }, ...unclaimed(now) };
      const claimedUntil = new Date(now.getTime() + CLAIM_MS);
      return (await model.updateOne(filter, { $set: { claimedUntil } })).modifiedCount === 1;
    },
    release: async (_id: string): Promise<void> => {
      await model.updateOne({ _id, state: 'pending' }, { $unset: { claimedUntil: 1 } });
    },
    accept: async (_id: string): Promise<void> => {
      await model.updateOne({ _id, state: 'pending' }, end('accepted'));
    },
    /** Ends what an account had sent until then. */
    voidAllOf: async (invitedBy: UserId, at: Date): Promise<void> => {
      await model.updateMany({ invitedBy, state: 'pending', createdAt: { $lte: at } }, end('void'));
    },
    /** Removes what was sent to a mailbox until then. */
    removeAllTo: async (mailbox: string, at: Date): Promise<void> => {
      await model.deleteMany({ mailbox, createdAt: { $lte: at } });
    },
  };
};
