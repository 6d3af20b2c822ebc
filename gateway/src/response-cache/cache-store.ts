import type { ServiceName } from '@satrangi/contracts';

/** One kept answer, ready to be written: body as it is and compressed, and what it depends on. */
export type KeptAnswer = {
  readonly service: ServiceName;
  readonly status: number;
  readonly etag: string;
  readonly body: Buffer;
  readonly brotli: Buffer;
  readonly requestId: string;
  readonly bytes: number;
  readonly expiresAt: number;
  /** Live messages whose type starts with one of these drop the answer ... */
  readonly until: readonly string[];
  /** ... unless it is about one item and the message is about another. */
  readonly itemId: string | null;
};

export type AnswerCache = {
  readonly get: (key: string) => KeptAnswer | undefined;
  /** A moment in the life of the cache; an answer asked for before a drop must not be kept after it. */
  readonly moment: () => number;
  /** Keeps the answer unless something was dropped since `moment`. */
  readonly put: (key: string, answer: KeptAnswer, moment: number) => void;
  readonly drop: (type: string, id: string) => void;
  /** Drops what the test is true of. An answer under way meanwhile is not kept, whatever it is about. */
  readonly dropWhere: (test: (answer: KeptAnswer) => boolean) => void;
  readonly clear: () => void;
  /** While closed nothing is kept: live messages can not be heard, so nothing can be trusted to be dropped. */
  readonly open: () => void;
  readonly close: () => void;
  readonly size: () => { readonly entries: number; readonly bytes: number };
};

/**
 * Answers of public reads in memory, least recently used out first. Never stale for longer than a live message
 * takes: what a message names is dropped, and an answer that was under way meanwhile is not kept.
 */
export const answerCache = (options: {
  readonly maxBytes: number;
  readonly now: () => number;
}): AnswerCache => {
  const kept = new Map<string, KeptAnswer>();
  /** All beginnings any kept answer ever named: most messages concern none, and cost no look at the answers. */
  const beginnings = new Set<string>();
  let bytes = 0;
  let drops = 0;
  let isOpen = false;

  const remove = (key: string): void => {
    const answer = kept.get(key);
    if (!answer) return;
    kept.delete(key);
    bytes -= answer.bytes;
  };
  const clear = (): void => {
    drops += 1;
    kept.clear();
    bytes = 0;
  };

  return {
    get: (key) => {
      const answer = kept.get(key);
      if (!answer) return undefined;
      if (answer.expiresAt <= options.now()) {
        remove(key);
        return undefined;
      }
      return answer;
    },
    moment: () => drops,
    put: (key, answer, moment) => {
      if (!isOpen || moment !== drops || answer.bytes > options.maxBytes / 8) return;
      remove(key);
      kept.set(key, answer);
      for (const beginning of answer.until) beginnings.add(beginning);
      bytes += answer.bytes;
      for (const oldest of kept.keys()) {
        if (bytes <= options.maxBytes) break;
        remove(oldest);
      }
    },
    drop: (type, id) => {
      drops += 1;
      if (![...beginnings].some((prefix) => type.startsWith(prefix))) return;
      for (const [key, answer] of kept) {
        const concerns = answer.until.some((prefix) => type.startsWith(prefix));
        if (concerns && (answer.itemId === null || answer.itemId === id)) remove(key);
      }
    },
    dropWhere: (test) => {
      drops += 1;
      for (const [key, answer] of kept) if (test(answer)) remove(key);
    },
    clear,
    open: () => {
      clear();
      isOpen = true;
    },
    close: () => {
      isOpen = false;
      clear();
    },
    size: () => ({ entries: kept.size, bytes }),
  };
};
