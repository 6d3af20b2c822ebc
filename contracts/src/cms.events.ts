import { z } from 'zod';
import { defineEvent } from './event.ts';
import { Instant } from './schemas.ts';

export const sectionChanged = defineEvent(
  'cms.section-changed.v1',
  'A section of the site was saved, renamed, published, moved to draft, deleted or restored. Ask for its content; a higher version replaces a lower one.',
  z.object({
    sectionId: z.string(),
    key: z.string(),
    page: z.string(),
    status: z.enum(['published', 'draft', 'deleted']),
    version: z.int().positive(),
  }),
);

export const contentDeployed = defineEvent(
  'cms.content-deployed.v1',
  'The public content of the site was numbered as one revision. Once for each revision; revisions have no gaps.',
  z.object({ revision: z.int().positive(), sections: z.int().nonnegative(), at: Instant }),
);

export const newsletterSubscribed = defineEvent(
  'cms.newsletter-subscribed.v1',
  'A mailbox confirmed that it wants the newsletter. Once for each subscription.',
  z.object({ subscriberRef: z.string().describe('opaque; the same when it ends'), at: Instant }),
);

export const newsletterUnsubscribed = defineEvent(
  'cms.newsletter-unsubscribed.v1',
  'A subscription ended; its address is not kept. Once for each subscription that was confirmed.',
  z.object({
    subscriberRef: z.string(),
    at: Instant,
    how: z.enum(['link', 'one-click', 'erasure', 'bounce', 'complaint']),
  }),
);

export const newsletterSent = defineEvent(
  'cms.newsletter-sent.v1',
  'A send of a letter ended. Once for each end: letters that failed may be sent again.',
  z.object({
    sendId: z.string(),
    total: z.int().nonnegative(),
    sent: z.int().nonnegative(),
    failed: z.int().nonnegative(),
    skipped: z.int().nonnegative(),
    doubtful: z.int().nonnegative(),
  }),
);

const blogData = z.object({ blogId: z.string(), at: Instant });

export const blogPublished = defineEvent(
  'cms.blog-published.v1',
  'A blog post became public. Ask for its content.',
  blogData,
);

export const blogUnpublished = defineEvent(
  'cms.blog-unpublished.v1',
  'A blog post is not public any more: withdrawn by an editor, or deleted.',
  blogData,
);
