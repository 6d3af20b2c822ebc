import { z } from 'zod';

export const LibraryConfig = z.object({
  TICKET_SECRET: z
    .string('TICKET_SECRET is missing')
    .min(32, 'TICKET_SECRET must have at least 32 characters')
    .describe('signs delivery tickets; known to the library only, the same on all its replicas'),
});
export type LibraryConfig = z.output<typeof LibraryConfig>;
