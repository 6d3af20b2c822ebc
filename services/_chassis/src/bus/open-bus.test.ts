import { serviceNames, subscriptions } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { queuesOf } from './open-bus.ts';

it('a queue is declared by its consumer and by each service that may publish its event, and by no other', () => {
  const declared = new Map(
    serviceNames.map((name) => [name, new Set(queuesOf(name).map(({ queue }) => queue))]),
  );

  for (const { queue, service, event } of Object.values(subscriptions)) {
    const isForAll = event.type.includes('.snapshot-requested.');
    const expected = serviceNames.filter(
      (name) => isForAll || name === service || event.type.startsWith(`${name}.`),
    );
    expect(
      serviceNames.filter((name) => declared.get(name)?.has(queue)),
      queue,
    ).toEqual(expected);
    expect(
      serviceNames.some((name) => event.type.startsWith(`${name}.`)),
      event.type,
    ).toBe(true);
  }
});
