import type { UserId } from '@satrangi/contracts';
import type { BlogsStore } from '../blogs/blogs.store.ts';
import { untilWritten } from '../sections/change-section.ts';
import type { SectionsStore } from '../sections/sections.store.ts';

const without =
  (userId: UserId) =>
  <T extends { by: UserId | null }>(saved: T): T =>
    saved.by === userId ? { ...saved, by: null } : saved;

/** Removes the id of an editor from the sections and posts they saved; the texts stay. */
export const eraseEditor =
  (sections: SectionsStore, blogs: BlogsStore) =>
  async (userId: UserId): Promise<void> => {
    const erased = without(userId);
    await untilWritten(async () => {
      const [saved, posts] = await Promise.all([sections.editedBy(userId), blogs.editedBy(userId)]);
      for (const section of saved)
        await sections.replace(
          section,
          { draft: erased(section.draft), versions: section.versions.map(erased) },
          {},
        );
      for (const post of posts)
        await blogs.replace(post, { by: erased(post).by, versions: post.versions.map(erased) }, {});
      return (saved.length === 0 && posts.length === 0) || null;
    });
  };
