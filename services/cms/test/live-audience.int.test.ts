/** Live messages name nothing to the public that the public cannot read. */
import { liveTypes } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { bootCms, type CmsFixture } from './boot-cms.ts';

const post = { title: 'A Walk at Night', author: 'Meher', content: '<p>The river.</p>' };
const types: readonly string[] = [
  liveTypes.sectionUpdated,
  liveTypes.blogCreated,
  liveTypes.blogUpdated,
  liveTypes.blogDeleted,
];

/** The messages since the last call, with their audience. */
const listener = ({ service }: CmsFixture) => {
  let count = 0;
  return async (): Promise<string[][]> => {
    const all = (await service.liveMessages()).filter(({ message }) => types.includes(message.type));
    const fresh = all.slice(count);
    count = all.length;
    return fresh.map(({ message, audience }) => [message.type, message.id, audience.to]);
  };
};

describe('a post', () => {
  it('that was never published is announced to admins only: its id shows its title', async () => {
    await using cms = await bootCms();
    const received = listener(cms);
    const { _id: id } = await cms.editor.createBlog({ body: { ...post, published: false } });
    await cms.editor.updateBlog({ params: { id }, body: { ...post, author: 'Noor', published: false } });
    await cms.editor.deleteBlog({ params: { id } });

    expect(await received()).toEqual([
      [liveTypes.blogCreated, id, 'admins'],
      [liveTypes.blogUpdated, id, 'admins'],
      [liveTypes.blogDeleted, id, 'admins'],
    ]);
  });

  it('is announced to everyone when it becomes public, while it is, and when it ceases to be', async () => {
    await using cms = await bootCms();
    const received = listener(cms);
    const { _id: id } = await cms.editor.createBlog({ body: { ...post, published: false } });
    for (const published of [true, true, false, false, true])
      await cms.editor.updateBlog({ params: { id }, body: { ...post, published } });
    await cms.editor.deleteBlog({ params: { id } });

    expect((await received()).map(([type, , to]) => [type, to])).toEqual([
      [liveTypes.blogCreated, 'admins'],
      [liveTypes.blogUpdated, 'everyone'],
      [liveTypes.blogUpdated, 'everyone'],
      [liveTypes.blogUpdated, 'everyone'],
      [liveTypes.blogUpdated, 'admins'],
      [liveTypes.blogUpdated, 'everyone'],
      [liveTypes.blogDeleted, 'everyone'],
    ]);
  });
});

describe('a section', () => {
  const key = 'about.plan';
  const sectionTo = (id: string, to: string): string[] => [liveTypes.sectionUpdated, id, to];

  it('that was never published is announced to admins only, also renamed, moved, deleted and restored', async () => {
    await using cms = await bootCms();
    const { editor } = cms;
    await editor.addSection({ body: { key: 'about.other', content: 'x', status: 'draft' } });
    const received = listener(cms);
    await received();
    await editor.addSection({ body: { key, content: 'x', status: 'draft', position: 1 } });
    await editor.saveSection({ body: { key, content: 'y' } });
    await editor.renameSection({ params: { key }, body: { newKey: 'about.later' } });
    await editor.reorderSections({ body: { page: 'about', order: ['about.later', 'about.other'] } });
    await editor.deleteSection({ params: { key: 'about.later' } });
    await editor.undeleteSection({ params: { key: 'about.later' } });

    expect(await received()).toEqual([
      sectionTo(key, 'admins'),
      sectionTo(key, 'admins'),
      sectionTo(key, 'admins'),
      sectionTo('about.later', 'admins'),
      sectionTo(key, 'admins'),
      sectionTo('about.later', 'admins'),
      sectionTo('about.later', 'admins'),
      sectionTo('about.later', 'admins'),
    ]);
    await editor.setSectionStatus({ params: { key: 'about.later' }, body: { status: 'published' } });
    expect(await received()).toEqual([sectionTo('about.later', 'everyone')]);
  });

  it('whose public text stays is announced to admins; deleted, restored and renamed to everyone', async () => {
    await using cms = await bootCms();
    const { editor } = cms;
    const params = { key };
    await editor.saveSection({ body: { key, content: 'public' } });
    const received = listener(cms);
    await received();

    await editor.setSectionStatus({ params, body: { status: 'draft' } });
    await editor.saveSection({ body: { key, content: 'not yet' } });
    expect(await received()).toEqual([sectionTo(key, 'admins'), sectionTo(key, 'admins')]);
    await editor.deleteSection({ params });
    await editor.undeleteSection({ params });
    expect(await received()).toEqual([sectionTo(key, 'everyone'), sectionTo(key, 'everyone')]);
    await editor.renameSection({ params, body: { newKey: 'about.then' } });
    expect(await received()).toEqual([sectionTo('about.then', 'everyone'), sectionTo(key, 'everyone')]);
  });

  it('that is a draft is not named by a new order of its page', async () => {
    await using cms = await bootCms();
    const { editor } = cms;
    await editor.saveSection({ body: { key: 'faq.open', content: 'x' } });
    await editor.saveSection({ body: { key: 'faq.hidden', content: 'x', status: 'draft' } });
    const received = listener(cms);
    await received();
    await editor.reorderSections({ body: { page: 'faq', order: ['faq.hidden', 'faq.open'] } });

    expect(await received()).toEqual([sectionTo('faq.open', 'everyone')]);
  });
});
