import type { MediaItem } from '@satrangi/contracts';
import type { Page } from 'playwright-core';
import { PATIENCE_MS } from '../support/journey.ts';

/** What the scenes speak of. The owner has one of each kind; of two eBooks `book` is theirs and `other` is not. */
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
  /** A paid order of the owner, and the secret of one started with a card. */
  readonly orderId: string;
  readonly clientSecret: string;
};

/** A page in a state that people meet. */
export type Scene = {
  readonly name: string;
  readonly path: (props: Props) => string;
  /** Whoever it is not said of is a visitor. */
  readonly as?: 'owner';
  /** What people do there before it is looked at. */
  readonly act?: (page: Page) => Promise<void>;
};

/** Waits for words that are part of the scene. */
export const sees =
  (words: string | RegExp) =>
  (page: Page): Promise<void> =>
    page.getByText(words).first().waitFor({ timeout: PATIENCE_MS });

export const drawn = (page: Page): Promise<void> =>
  page.locator('section[data-page][data-state="drawn"]').first().waitFor({ timeout: PATIENCE_MS });
