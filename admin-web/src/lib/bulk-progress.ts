export type BulkItem = {
  readonly key: string;
  readonly name: string;
  /** One write, with its own `If-Match` where the API guards it. */
  readonly run: () => Promise<unknown>;
};

/** Thrown by an item whose row was changed by another admin since it was read. */
export class ChangedRow extends Error {
  override readonly name = 'ChangedRow';
}

/** The usual size of a page that is read for an act on all rows of a filter. */
export const MATCHING_SIZE = 100;

/** All rows that fit a filter, which a run reads page by page. */
export type MatchingRows<Row> = {
  /** The number that the admin confirmed: never more rows than that. */
  readonly total: number;
  readonly size: number;
  /** The rows of a page, from 0 on; fewer than `size` on the last one. */
  readonly readPage: (page: number) => Promise<readonly Row[]>;
  readonly toItem: (row: Row) => BulkItem;
};

/** A refused item, and why. */
export type Note = { readonly item: BulkItem; readonly sentence: string };
/** How far a run is. */
export type BulkProgress = {
  readonly title: string;
  /** How many items were confirmed. */
  readonly total: number;
  readonly done: number;
  readonly skipped: number;
  readonly refused: readonly Note[];
  /** Why the rest could not be read. */
  readonly failure: string;
  readonly isWaiting: boolean;
  readonly isRunning: boolean;
};

/** How many items of a run are neither done nor refused nor skipped. */
export const leftOf = ({ total, done, skipped, refused }: BulkProgress): number =>
  Math.max(0, total - done - skipped - refused.length);
