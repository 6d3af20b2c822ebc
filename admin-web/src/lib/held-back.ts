import { createStore } from '@satrangi/kit/browser/store';

/** Time in which an act that has no way back can still be undone. */
const HELD_BACK_MS = 10_000;

export type HeldAct = {
  /** What the person reads: that it is done, or why it was refused. */
  readonly text: string;
  readonly state: 'waiting' | 'sent' | 'refused';
  /** Takes the act back while it waits, and removes the line of a refused one. */
  readonly undo: () => void;
};
type HeldActs = ReadonlyMap<string, HeldAct>;

/** Acts that are not done yet or were refused, by the key of their row. */
export const heldActs = createStore<HeldActs>(new Map());

/** Whether a row is to be left out of its list. */
export const isHeldBack = (acts: HeldActs, key: string): boolean => {
  const act = acts.get(key);
  return act !== undefined && act.state !== 'refused';
};

const put = (key: string, act: HeldAct | null): void => {
  const next = new Map(heldActs.get());
  if (act) next.set(key, act);
  else next.delete(key);
  heldActs.set(next);
};

/** What sends each act that waits. */
const waiting = new Set<() => Promise<void>>();

/** Sends all acts that wait, while there is a login to send them with. Never rejects. */
export const sendHeldBack = async (): Promise<void> => {
  await Promise.all([...waiting].map((send) => send()));
};

/**
 * Sends an act after ten seconds, or when the page is left. The call must outlive the page: deletions do
 * (`createCallHelper`). When it is refused, the row is back with the sentence of `failureOf`.
 * @param settled loads the list again; the row stays away until it has ended
 */
export const holdBack = (
  { key, text }: { readonly key: string; readonly text: string },
  act: () => Promise<unknown>,
  { settled, failureOf }: { settled: () => Promise<unknown>; failureOf: (error: unknown) => string },
): void => {
  if (isHeldBack(heldActs.get(), key)) return;
  const remove = (): void => put(key, null);
  const refuse = (error: unknown): void =>
    put(key, { text: failureOf(error), state: 'refused', undo: remove });
  let isOver = false;
  const stop = (): boolean => {
    if (isOver) return false;
    isOver = true;
    clearTimeout(timer);
    removeEventListener('pagehide', send);
    waiting.delete(send);
    return true;
  };
  const undo = (): void => {
    if (stop()) remove();
  };
  const send = async (): Promise<void> => {
    if (!stop()) return;
    put(key, { text, state: 'sent', undo });
    await act().then(() => settled().then(remove, remove), refuse);
  };
  const timer = setTimeout(send, HELD_BACK_MS);
  addEventListener('pagehide', send);
  waiting.add(send);
  put(key, { text, state: 'waiting', undo });
};
