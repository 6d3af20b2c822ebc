import * as catalog from './catalog.events.ts';
import { userForgotten } from './erasure.ts';
import type { EventDefinition } from './event.ts';
import * as identity from './identity.events.ts';
import * as library from './library.events.ts';
import * as payments from './payments.events.ts';

/** Every fact the platform knows: the bus declares all of its topology from this list, whoever starts first. */
export const allEvents: readonly EventDefinition[] = [
  catalog,
  identity,
  library,
  payments,
  userForgotten,
].flatMap((module) => Object.values(module));
