import { adminActed } from './admin-acts.ts';
import { userForgotten } from './erasure.ts';
import type { EventDefinition } from './event.ts';
import { services } from './services.ts';

/** Every event type. Each process declares the whole topology of the bus from this list, whichever starts first. */
export const allEvents: readonly EventDefinition[] = [
  ...Object.values(services).flatMap(({ events }) => Object.values<EventDefinition>(events)),
  ...Object.values(userForgotten),
  ...Object.values(adminActed),
];
