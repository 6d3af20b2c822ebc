import { LIVE_SEVERAL, liveTypes } from '@satrangi/contracts';
import type { Fixture } from '../../fixture.ts';
import { openLiveStream, type ReceivedMessage } from '../../live-stream.ts';
import { visitorOf } from './run-platform.ts';

/** What a tab showed, and since when (`performance.now()`). */
export type Shown<T> = { readonly at: number; readonly value: T };
export type Tab<T> = {
  readonly shown: readonly Shown<T>[];
  readonly messages: readonly ReceivedMessage[];
  /** Reads again, as a person who reloads the page. */
  readonly reload: () => Promise<void>;
  readonly close: () => void;
};

/** A tab that reads once and then only after a live message that concerns it, as the pages of the site do. */
const openTab = async <T>(
  fixture: Fixture,
  read: () => Promise<T>,
  concerns: (message: ReceivedMessage) => boolean,
): Promise<Tab<T>> => {
  const shown: Shown<T>[] = [];
  let isReading = false;
  let isOutdated = false;
  const refresh = async (): Promise<void> => {
    isOutdated = true;
    if (isReading) return;
    isReading = true;
    while (isOutdated) {
      isOutdated = false;
      const value = await read().catch(() => null);
      if (value !== null) shown.push({ at: performance.now(), value });
    }
    isReading = false;
  };
  const stream = await openLiveStream(fixture.api, null, (message) => {
    if (concerns(message)) void refresh();
  });
  await refresh();
  return { shown, messages: stream.messages, reload: refresh, close: stream.close };
};

export type Counts = { readonly total: number; readonly raisedMinor: number };

const runTypes: readonly string[] = [liveTypes.registration, liveTypes.runPageUpdated, liveTypes.runUpdated];

export const openCounterTab = (fixture: Fixture): Promise<Tab<Counts>> =>
  openTab(
    fixture,
    () => visitorOf(fixture).getCounts(),
    ({ type }) => runTypes.includes(type),
  );

export const openPageTab = async (fixture: Fixture, slug: string): Promise<Tab<number>> => {
  const run = visitorOf(fixture);
  const { pageId } = await run.getPage({ params: { slug } });
  return openTab(
    fixture,
    async () => (await run.getPage({ params: { slug } })).raisedMinor,
    ({ type, id }) => type === liveTypes.runPageUpdated && (id === pageId || id === LIVE_SEVERAL),
  );
};
