import { z } from 'zod';
import { type EventDefinition, EventHeader } from '../event.ts';
import type { SubscriptionDefinition } from '../subscriptions.ts';

/** AsyncAPI 3.0: one channel for each fact, one receive operation for each queue that hears it. */
export const asyncApi = (
  events: readonly EventDefinition[],
  subscriptions: readonly SubscriptionDefinition[],
): Record<string, unknown> => ({
  asyncapi: '3.0.0',
  info: {
    title: 'Satrangi events',
    version: '1',
    description: 'Topic exchange satrangi.events; routing key = type',
  },
  defaultContentType: 'application/cloudevents+json',
  channels: Object.fromEntries(
    events.map((event) => [
      event.type,
      {
        address: event.type,
        messages: {
          event: {
            summary: event.summary,
            headers: z.toJSONSchema(EventHeader, { target: 'draft-2020-12' }),
            payload: z.toJSONSchema(event.data, { target: 'draft-2020-12', unrepresentable: 'any' }),
          },
        },
      },
    ]),
  ),
  operations: Object.fromEntries(
    subscriptions.map(({ queue, event, service }) => [
      queue,
      { action: 'receive', summary: `${service} hears it`, channel: { $ref: `#/channels/${event.type}` } },
    ]),
  ),
});
