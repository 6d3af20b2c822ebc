/** One change of the kept data. Numbers name collections; `seq` names a document for its whole life. */
export type Operation =
  | { readonly kind: 'put'; readonly collection: number; readonly seq: number; readonly body: Uint8Array }
  | { readonly kind: 'remove'; readonly collection: number; readonly seq: number }
  | { readonly kind: 'describe'; readonly collection: number; readonly description: Uint8Array }
  | { readonly kind: 'drop'; readonly collection: number };

export type StoredDescription = { readonly collection: number; readonly description: Uint8Array };
export type StoredDocument = { readonly seq: number; readonly body: Uint8Array };

/** Where documents outlive the process. */
export type Store = {
  readonly descriptions: () => StoredDescription[];
  /** Those of one collection, in the order they were inserted. */
  readonly documents: (collection: number) => Iterable<StoredDocument>;
  /** All operations or none; on return they survive a crash and a loss of power. */
  readonly commit: (operations: readonly Operation[]) => void;
  /** Called every second or so: removes the bytes of deleted and replaced documents when it is a good moment. */
  readonly removeTraces: () => void;
  readonly close: () => void;
};

/** Keeps nothing: for tests. */
export const memoryStore = (): Store => ({
  descriptions: () => [],
  documents: () => [],
  commit: () => undefined,
  removeTraces: () => undefined,
  close: () => undefined,
});
