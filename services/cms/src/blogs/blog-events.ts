import type { NewEvent, OutboxMessages } from '@satrangi/chassis';
import { blogPublished, blogUnpublished, liveTypes } from '@satrangi/contracts';
import type { StoredBlog } from './blogs.rules.ts';

type Seen = Pick<StoredBlog, '_id' | 'published'>;

/**
 * The messages of a write of a post: an event when it was published or unpublished, and a live message for pages. The id is
 * made of the title: a post that is not public before and after the write is announced to admins only.
 * @param before null for a new post @param after null for a deleted one
 */
export const blogMessages = (
  newEvent: NewEvent,
  { before, after, at }: { before: Seen | null; after: Seen | null; at: string },
): OutboxMessages => {
  const blogId = (after ?? before)?._id ?? '';
  const was = before?.published ?? false;
  const is = after?.published ?? false;
  const definition = is ? blogPublished : blogUnpublished;
  const type = after ? (before ? liveTypes.blogUpdated : liveTypes.blogCreated) : liveTypes.blogDeleted;
  return {
    events: was === is ? [] : [newEvent(definition, { subject: `blog/${blogId}`, data: { blogId, at } })],
    live: [{ message: { type, id: blogId }, audience: { to: was || is ? 'everyone' : 'admins' } }],
  };
};
