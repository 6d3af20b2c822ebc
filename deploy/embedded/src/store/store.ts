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
  /** The documents of one collection, in order of insertion. */
  readonly documents: (collection: number) => Iterable<StoredDocument>;
  /** Atomic; after it returns, the operations survive a crash and a power cut. */
  readonly commit: (operations: readonly Operation[]) => void;
  /** Called about every second: removes the bytes of deleted and replaced documents when it is due. */
  readonly removeTraces: () => void;
  readonly close: () => void;
};

/** Stores nothing: for tests. */
export const memoryStore = (): Store => ({
  descriptions: () => [],
  documents: () => [],
  commit: () => undefined,
  removeTraces: () => undefined,
  close: () => undefined,
});
