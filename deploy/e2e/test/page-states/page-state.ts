import type { Blog, MediaItem } from '@satrangi/contracts';
import type { Page } from 'playwright-core';

/** Data of the page states. The owner has one item of each kind; of two eBooks they own `book` and not `other`. */
export type Props = {
  readonly book: MediaItem;
  readonly other: MediaItem;
  readonly film: MediaItem;
  readonly documentary: MediaItem;
  readonly story: MediaItem;
  readonly magazine: MediaItem;
  readonly history: MediaItem;
  /** Free for everyone. */
  readonly openFilm: MediaItem;
  readonly openHistory: MediaItem;
  readonly posts: readonly Pick<Blog, '_id' | 'title'>[];
  /** A paid order of the owner, and the secret of one started with a card. */
  readonly orderId: string;
  readonly clientSecret: string;
};

/** A page in one of its states. */
export type PageState = {
  readonly name: string;
  readonly path: (props: Props) => string;
  /** A visitor by default. */
  readonly as?: 'owner';
  /** Interactions before the audit. */
  readonly act?: (page: Page) => Promise<void>;
};

/** Waits for text of the state. */
export const waitForText =
  (words: string | RegExp) =>
  (page: Page): Promise<void> =>
    page.getByText(words).first().waitFor();

export const waitForCanvas = (page: Page): Promise<void> =>
  page.locator('section[data-page][data-state="drawn"]').first().waitFor();
