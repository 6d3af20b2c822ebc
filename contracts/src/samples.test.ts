/** Facts as they were said once, one of each type and version: whoever hears facts must understand them as long as they stand here. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type AnyEvent, allEvents, EventHeader } from './index.ts';

const folder = new URL('../samples/', import.meta.url);
const stored = readdirSync(folder).map(
  (name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as AnyEvent,
);
const definitions = new Map<string, (typeof allEvents)[number]>(
  allEvents.map((event) => [event.type, event]),
);

it('there is one of every fact that is said today (P19)', () => {
  expect(stored.map(({ type }) => type).sort()).toEqual(allEvents.map(({ type }) => type).sort());
});

describe.each(stored.map((event) => [event.type, event] as const))(
  '%s as it was said once',
  (type, event) => {
    const { data } = definitions.get(type) ?? {};

    it('is understood, and nothing of it is lost (P19)', () => {
      expect(EventHeader.parse(event)).toEqual({ ...event, data: undefined });
      expect(data?.parse(event.data)).toEqual(event.data);
    });

    it('is understood with more than is known of it: a newer service may already say more (P19)', () => {
      const newer = { ...(event.data as object), aFieldOfTomorrow: { deep: [1] } };

      expect(data?.safeParse(newer).success).toBe(true);
    });
  },
);
