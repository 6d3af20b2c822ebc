import { z } from 'zod';
import { blogsApi } from './cms.blogs.ts';
import { deployApi } from './cms.deploy.ts';
import { imagesApi } from './cms.images.ts';
import { importsApi } from './cms.imports.ts';
import { lettersApi } from './cms.letters.ts';
import { newsletterApi } from './cms.newsletter.ts';
import { sectionsApi } from './cms.sections.ts';
import { subscribersApi } from './cms.subscribers.ts';
import { defineApi } from './endpoint.ts';
import { holdingsApi } from './holdings.ts';
import { Instant } from './schemas.ts';

export * from './cms.blogs.ts';
export * from './cms.deploy.ts';
export * from './cms.images.ts';
export * from './cms.imports.ts';
export * from './cms.letters.ts';
export * from './cms.newsletter.ts';
export * from './cms.sections.ts';
export * from './cms.subscribers.ts';

export const cmsApi = defineApi({
  ...holdingsApi('cms'),
  ...sectionsApi,
  ...deployApi,
  ...newsletterApi,
  ...lettersApi,
  ...subscribersApi,
  ...imagesApi,
  ...importsApi,
  ...blogsApi,
  exportMine: {
    method: 'GET',
    path: '/cms/export',
    access: 'user',
    summary:
      'Everything the cms keeps of the caller: newsletter subscriptions, and as an editor texts, posts, letters and pictures that they saved, revisions that they deployed and letters that they sent',
    response: z.object({
      subscriptions: z.array(
        z.object({ email: z.string(), askedAt: Instant, confirmedAt: Instant.nullable() }),
      ),
      edits: z.array(z.object({ key: z.string(), updatedAt: Instant })),
      blogs: z.array(z.object({ blogId: z.string(), updatedAt: Instant })),
      deploys: z.array(z.object({ revision: z.int(), at: Instant })),
      letters: z.array(z.object({ letterId: z.string(), updatedAt: Instant })),
      images: z.array(z.object({ url: z.string(), at: Instant })),
      sends: z.array(z.object({ sendId: z.string(), at: Instant })),
    }),
  },
});
