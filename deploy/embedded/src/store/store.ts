/** One change of the stored data. Collections have numbers; `seq` identifies a document. */
export type Operation =
  | { readonly kind: 'put'; readonly collection: number; readonly seq: number; readonly body: Uint8Array }
  | { readonly kind: 'remove'; readonly collection: number; readonly seq: number }
  | { readonly kind: 'describe'; readonly collection: number; readonly description: Uint8Array }
  | { readonly kind: 'drop'; readonly collection: number };

export type StoredDescription = { readonly collection: number; readonly description: Uint8Array };
export type StoredDocument = { readonly seq: number; readonly body: Uint8Array };

/** Durable storage of documents. */
export type Store = {
  readonly descriptions: () => StoredDescription[];
  /**
   * Some documents of one collection in order of insertion, from this number: at most `limit`, and fewer when they are
   * large; none only after the last one.
   */
  readonly documentsFrom: (collection: number, seq: number, limit: number) => StoredDocument[];
  /** The same, beginning with the document of this number. @throws StoreError when it is missing */
  readonly documentsAt: (collection: number, seq: number, limit: number) => StoredDocument[];
  /** The highest number of a document; 0 without one. */
  readonly lastSeq: () => number;
  /** The size of what is stored. */
  readonly bytes: () => number;
  /** Atomic; after it returns, the operations survive a crash and a power cut. */
  readonly commit: (operations: readonly Operation[]) => void;
  /** Called about every second: removes the bytes of deleted and replaced documents when it is due. */
  readonly removeTraces: () => void;
  readonly close: () => void;
};

/** Stores nothing: for tests. */
export const memoryStore = (): Store => ({
  descriptions: () => [],
  documentsFrom: () => [],
  documentsAt: () => [],
  lastSeq: () => 0,
  bytes: () => 0,
  commit: () => undefined,
  removeTraces: () => undefined,
  close: () => undefined,
});
