import { userForgotten } from './erasure.ts';
import type { EventDefinition } from './event.ts';
import { services } from './services.ts';

/** Every fact the platform knows: the bus declares all of its topology from this list, whichever process starts first. */
export const allEvents: readonly EventDefinition[] = [
  ...Object.values(services).flatMap(({ events }) => Object.values<EventDefinition>(events)),
  ...Object.values(userForgotten),
];
