import { secretSetting } from '@satrangi/chassis';
import { z } from 'zod';

export const LibraryConfig = z.object({
  TICKET_SECRET: secretSetting('TICKET_SECRET').describe(
    'signs delivery tickets; known to the library only, the same on all its replicas',
  ),
});
export type LibraryConfig = z.output<typeof LibraryConfig>;
