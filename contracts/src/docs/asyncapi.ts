import { z } from 'zod';
import { type EventDefinition, EventHeader } from '../event.ts';
import type { SubscriptionDefinition } from '../subscriptions.ts';

const SIGNATURE_HEADERS = {
  type: 'object',
  required: ['x-seal'],
  properties: {
    'x-seal': {
      type: 'string',
      description: 'HMAC-SHA256 of the bytes of the body with INTERNAL_SECRET, base64url (decision 0027)',
    },
  },
};

/** AsyncAPI 3.0: one channel for each event type, one receive operation for each queue. */
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
            headers: SIGNATURE_HEADERS,
            // CloudEvents 1.0 in structured mode: its attributes and the data are one JSON body
            payload: z.toJSONSchema(EventHeader.extend({ type: z.literal(event.type), data: event.data }), {
              target: 'draft-2020-12',
              unrepresentable: 'any',
            }),
          },
        },
      },
    ]),
  ),
  operations: Object.fromEntries(
    subscriptions.map(({ queue, event, service }) => [
      queue,
      { action: 'receive', summary: `${service} subscribes`, channel: { $ref: `#/channels/${event.type}` } },
    ]),
  ),
});
