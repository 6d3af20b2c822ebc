/** Backward compatibility: one recorded event of each type and version. Current schemas must parse every one of them. */
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

it('there is one sample of every event type (P19)', () => {
  expect(stored.map(({ type }) => type).sort()).toEqual(allEvents.map(({ type }) => type).sort());
});

describe.each(stored.map((event) => [event.type, event] as const))('the recorded %s', (type, event) => {
  const { data } = definitions.get(type) ?? {};

  it('is parsed without loss (P19)', () => {
    expect(EventHeader.parse(event)).toEqual({ ...event, data: undefined });
    expect(data?.parse(event.data)).toEqual(event.data);
  });

  it('is parsed with unknown fields of a newer publisher (P19)', () => {
    const newer = { ...(event.data as object), unknownField: { deep: [1] } };

    expect(data?.safeParse(newer).success).toBe(true);
  });
});
