import type { MediaItem } from '@satrangi/contracts';
import type { BrowserContext, Page } from 'playwright-core';
import type { ApiCall } from '../support/api-client.ts';
import type { Steps } from './steps.ts';

export type Person = { readonly name: string; readonly email: string; readonly password: string };

/** What a task is done with. */
export type Scene = {
  readonly home: string;
  readonly page: Page;
  readonly context: BrowserContext;
  readonly steps: Steps;
  /** 360 or 1280. */
  readonly width: number;
  /** The reader who is logged in; of a visitor, somebody who could be. */
  readonly person: Person;
  /** The API as this reader, for what is there before the task and for its end state. */
  readonly call: ApiCall;
  /** Buys a title before the task. @returns the order */
  readonly buy: (item: MediaItem) => Promise<string>;
  /** A title by words of its names. */
  readonly title: (words: string) => MediaItem;
  /** Opens the page of a title. */
  readonly open: (item: MediaItem) => Promise<void>;
};

export type Task = {
  readonly name: string;
  /** Who does it: without an account, with one that others use too, or with one of its own. */
  readonly as: 'visitor' | 'reader' | 'own reader';
  /** Where it starts, in words. */
  readonly from: string;
  /** Leads there; the home page without it. */
  readonly start?: (scene: Scene) => Promise<unknown>;
  /** Does the task by `steps` and proves its end state. */
  readonly run: (scene: Scene) => Promise<void>;
  /** The steps it takes at 360: neither more nor, unsaid, fewer. */
  readonly steps: number;
  /** The steps that the best product of its kind needs, where it needs fewer. */
  readonly best?: number;
  /** What the steps of the best product are. Without a product they are the least that we can think of. */
  readonly by: {
    readonly steps: string;
    readonly product?: string;
    /** The page that describes them. */
    readonly page?: string;
  };
  /** Why it takes more than the best. */
  readonly why?: string;
  /** Done at 1280 as well: what is pressed differs from the layout of a phone. */
  readonly alsoWide?: true;
};
