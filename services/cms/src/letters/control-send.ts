import { type Change, Refusal } from '@satrangi/chassis';
import { type LetterSend, letterTexts, liveTypes, type SendState, type UserId } from '@satrangi/contracts';
import type { Deps } from './letters.deps.ts';
import { prepareWork } from './send-work.ts';
import { isTooOld, type SendCounts, type StoredSend, sendResponse } from './sends.rules.ts';

const MAX_ATTEMPTS = 100;

type ControlDeps = Pick<Deps, 'sends' | 'batches' | 'clock'>;
type Step = { readonly edit: Partial<StoredSend>; readonly messages?: Change };

/** A send with the counts of now. */
export const readSend = async ({ batches }: Pick<Deps, 'batches'>, send: StoredSend): Promise<LetterSend> => {
  const counts: SendCounts = send.totals ?? (await batches.counts(send._id));
  return sendResponse(send, counts);
};

/** @throws Refusal not-found */
export const foundSend =
  ({ sends }: Pick<Deps, 'sends'>) =>
  async (id: string): Promise<StoredSend> => {
    const send = await sends.byId(id);
    if (!send) throw new Refusal('not-found', letterTexts.sendNotFound);
    return send;
  };

/** @param decide the step from a state; null changes nothing. @throws Refusal not-found, too-late */
const controlled =
  (deps: ControlDeps, decide: (send: StoredSend) => Step | null) =>
  async (id: string): Promise<LetterSend> => {
    const live = [
      {
        message: { type: liveTypes.newsletterProgress, id },
        audience: { to: 'admins' as const },
      },
    ];
    for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
      const before = await foundSend(deps)(id);
      const step = decide(before);
      if (!step) return readSend(deps, before);
      const after = await deps.sends.change(before, step.edit, { ...step.messages, live });
      if (after) return readSend(deps, after);
    }
    throw new Refusal('version-conflict', letterTexts.changed);
  };

const isEnded = (state: SendState): boolean => state === 'done' || state === 'cancelled';

const refuseEnded = ({ state }: StoredSend): void => {
  if (isEnded(state)) throw new Refusal('too-late', letterTexts.ended);
};

/** @throws Refusal too-late */
const refuseOld = ({ clock }: ControlDeps, send: StoredSend): void => {
  if (isTooOld(send, clock.now())) throw new Refusal('too-late', letterTexts.tooOld);
};

/** A new run prepares the rest and continues from there. */
const newRun = ({ _id, run }: StoredSend, edit: Partial<StoredSend> = {}): Step => ({
  edit: { state: 'preparing', run: run + 1, ...edit },
  messages: { work: [prepareWork({ _id, run: run + 1 })] },
});

/** @throws Refusal second-admin-required for the admin who started the send */
export const approveSend = (deps: ControlDeps) => (id: string, by: UserId) =>
  controlled(deps, (send) => {
    refuseEnded(send);
    if (send.state !== 'waiting') return null;
    if (send.by === by) throw new Refusal('second-admin-required', letterTexts.ownSend);
    return newRun(send);
  })(id);

/** Begins a waiting send whose time has come. */
export const startWaiting = (deps: ControlDeps) =>
  controlled(deps, (send) => {
    const isDue = send.startsAt !== null && Date.parse(send.startsAt) <= deps.clock.now().getTime();
    return send.state === 'waiting' && isDue ? newRun(send) : null;
  });

export const pauseSend = (deps: ControlDeps) =>
  controlled(deps, (send) => {
    refuseEnded(send);
    // paused and resumed it would begin without a second admin
    if (send.state === 'waiting') throw new Refusal('too-late', letterTexts.notStarted);
    return send.state === 'paused' ? null : { edit: { state: 'paused' } };
  });

export const resumeSend = (deps: ControlDeps) =>
  controlled(deps, (send) => {
    refuseEnded(send);
    if (send.state !== 'paused') return null;
    refuseOld(deps, send);
    return newRun(send);
  });

export const cancelSend = (deps: ControlDeps) =>
  controlled(deps, (send) => {
    if (send.state === 'cancelled') return null;
    refuseEnded(send);
    return { edit: { state: 'cancelled', endedAt: deps.clock.now().toISOString() } };
  });

export const retryFailed = (deps: ControlDeps) =>
  controlled(deps, (send) => {
    if (send.state !== 'done') {
      if (send.retryRun === send.run) return null;
      throw new Refusal('too-late', letterTexts.notEnded);
    }
    if (send.totals?.failed === 0) return null;
    refuseOld(deps, send);
    return newRun(send, { retryRun: send.run + 1, endedAt: null, totals: null });
  });
