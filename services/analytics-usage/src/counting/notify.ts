import type { ServiceContext } from '@satrangi/chassis';
import type { LiveMessage } from '@satrangi/contracts';

const GAP_MS = 1_000;

/** Sends live messages to admins, of each type at most one a second; the last one is always sent. */
export const createNotifier = ({ live, onStop }: Pick<ServiceContext<unknown>, 'live' | 'onStop'>) => {
  const lastAt = new Map<string, number>();
  const waiting = new Map<string, { message: LiveMessage; timer: NodeJS.Timeout }>();
  const send = (message: LiveMessage): void => {
    lastAt.set(message.type, performance.now());
    // at most once: an open dashboard also reads again by itself
    live.publish(message, { to: 'admins' }).catch(() => {});
  };
  onStop(() => {
    for (const { timer } of waiting.values()) clearTimeout(timer);
  });
  return (message: LiveMessage): void => {
    const held = waiting.get(message.type);
    if (held) {
      held.message = message;
      return;
    }
    const pause = (lastAt.get(message.type) ?? Number.NEGATIVE_INFINITY) + GAP_MS - performance.now();
    if (pause <= 0) {
      send(message);
      return;
    }
    const timer = setTimeout(() => {
      const due = waiting.get(message.type);
      waiting.delete(message.type);
      if (due) send(due.message);
    }, pause);
    timer.unref();
    waiting.set(message.type, { message, timer });
  };
};
