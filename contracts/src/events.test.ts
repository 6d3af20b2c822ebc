import { expect, it } from 'vitest';
import { z } from 'zod';
import { allEvents, serviceNames, subscriptions } from './index.ts';

/** Fields with personal data. `title` and `creator` describe a work and must not occur together with a user id. */
const personal =
  /^(name|firstName|lastName|email|mail|phone|contact|pronouns|bio|address|city|ip|interests)$/i;

const keysOf = (schema: unknown): string[] => {
  if (!schema || typeof schema !== 'object') return [];
  const { properties, ...rest } = schema as { properties?: Record<string, unknown> };
  const own = Object.keys(properties ?? {});
  return [...own, ...Object.values({ ...properties, ...rest }).flatMap(keysOf)];
};
const dataKeys = (data: z.ZodType): string[] => keysOf(z.toJSONSchema(data, { unrepresentable: 'any' }));

it('is not empty', () => {
  expect(allEvents.length).toBeGreaterThan(8);
});

it.each(allEvents.map((event) => [event.type, event] as const))(
  '%s carries no personal data',
  (_type, event) => {
    const keys = dataKeys(event.data);

    expect(keys.filter((key) => personal.test(key))).toEqual([]);
    if (keys.includes('userId')) expect(keys).not.toContain('title');
  },
);

it('finds personal data in a list of a planted event', () => {
  const planted = z.object({ items: z.array(z.object({ email: z.string() })) });

  expect(dataKeys(planted).some((key) => personal.test(key))).toBe(true);
});

it.each(allEvents.map((event) => event.type))(
  '%s is an event of a known service, in the past tense, with a version',
  (type) => {
    expect(type).toMatch(
      /^[a-z-]+\.[a-z-]+-[a-z]+ed\.v[1-9]\d*$|^[a-z-]+\.[a-z-]+-(sent|paid|forgotten)\.v[1-9]\d*$/,
    );
    expect(serviceNames).toContain(type.split('.')[0]);
  },
);

it('every queue belongs to the service of its name', () => {
  for (const { queue, service } of Object.values(subscriptions)) expect(queue.split('.')[0]).toBe(service);
});
