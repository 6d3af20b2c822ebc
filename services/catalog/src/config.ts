import { z } from 'zod';

/** What catalog reads of the environment beyond what every service reads. */
export const CatalogConfig = z.object({
  /** Where identity answers other services: names of reviewers are asked there. */
  IDENTITY_URL: z.url(),
  INTERNAL_SECRET: z.string().min(1),
});
export type CatalogConfig = z.output<typeof CatalogConfig>;
