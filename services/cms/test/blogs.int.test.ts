/** Blog posts: publishing, versions, conflicts. */
import { anEvent, testUser } from '@satrangi/chassis/testing';
import {
  BLOG_VERSIONS_MAX,
  blogPublished,
  blogUnpublished,
  cmsApi,
  liveTypes,
  shareCodeOf,
  userDeleted,
} from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { slugOf } from '../src/blogs/blogs.rules.ts';
import { adminUser, bootCms, type CmsFixture, refusal } from './boot-cms.ts';

const post = {
  title: 'A Walk at Night',
  author: 'Meher',
  content: '<p>The river &amp; the <strong>bridge</strong>.</p>',
  published: true,
};
const all = { all: '1' as const };
const create = ({ editor }: CmsFixture, change: object = {}) =>
  editor.createBlog({ body: { ...post, ...change } });
const idsOf = (blogs: readonly { _id: string }[]): string[] => blogs.map(({ _id }) => _id);

describe('a blog post', () => {
  it('is created, listed and read with everything pages show (CMS-17, CMS-18, CMS-19)', async () => {
    await using cms = await bootCms();
    const created = await create(cms);

    expect(created).toEqual({
      _id: expect.stringMatching(/^a-walk-at-night-[a-z]{6}$/),
      title: 'A Walk at Night',
      author: 'Meher',
      image: null,
      excerpt: 'The river & the bridge.',
      content: '<p>The river &amp; the <strong>bridge</strong>.</p>',
      published: true,
      publishedAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(await cms.visitor.listBlogs({ query: {} })).toEqual([created]);
    expect(await cms.visitor.getBlog({ params: { id: created._id }, query: {} })).toEqual(created);
    expect((await create(cms))._id).not.toBe(created._id);
    expect((await create(cms, { content: '<h1>Big</h1><p>t</p>' })).excerpt).toBe('Big t');
    expect((await create(cms, { title: 'बरसात की रात' }))._id).toMatch(/^post-[a-z]{6}$/);
  });

  it('is created once by a request that is repeated with its Idempotency-Key', async () => {
    await using cms = await bootCms();
    const { editor } = cms;
    const once = (key: string, change: object = {}) =>
      editor.createBlog({ body: { ...post, ...change } }, { headers: { 'idempotency-key': key } });
    const [first, ...repeated] = await Promise.all([once('a'), once('a'), once('a')]);

    expect(repeated).toEqual([first, first]);
    expect(await once('a')).toEqual(first);
    expect(await once('a', { content: '<p>Another text</p>' })).not.toEqual(first);
    expect(await once('b')).not.toEqual(first);
    expect(await editor.listBlogs({ query: all })).toHaveLength(3);
    expect((await refusal(once('k'.repeat(256)))).message).toBe(
      'Idempotency-Key must have 1 to 255 characters',
    );
  });

  it.each([
    [{ title: ' ' }, 'Title required'],
    [{ author: '' }, 'Author required'],
    [{ content: '  ' }, 'Content required'],
    [{ content: '<script>1</script>' }, 'Content required'],
    [{ content: '<p><br></p>' }, 'Content required'],
    [{ content: '<p> </p>' }, 'Content required'],
    [{ content: '&nbsp;' }, 'Content required'],
    [{ image: 'https://elsewhere.example/x.png' }, 'That picture is not one of ours'],
    [{ published: 'yes' }, undefined],
  ])('with %j is refused (CMS-18)', async (change, sentence) => {
    await using cms = await bootCms();
    const refused = await refusal(create(cms, change));

    expect(refused.status).toBe(400);
    if (sentence) expect(refused.message).toBe(sentence);
    const { _id: id } = await create(cms);
    const saved = await refusal(
      // bodies that the contract does not allow
      cms.editor.updateBlog({ params: { id }, body: { ...post, ...change } as never }),
    );
    expect([saved.status, saved.message]).toEqual([400, refused.message]);
  });

  it('that is not published is 404 to the public, and read by admins (CMS-33, CMS-34)', async () => {
    await using cms = await bootCms();
    const { _id: id } = await create(cms, { published: false });
    const reader = cms.service.as(testUser(), cmsApi);

    for (const client of [cms.visitor, reader]) {
      const refused = await refusal(client.getBlog({ params: { id }, query: {} }));
      expect([refused.status, refused.message]).toEqual([404, 'Blog post not found']);
      expect(await client.listBlogs({ query: {} })).toEqual([]);
    }
    expect((await refusal(cms.visitor.listBlogs({ query: all }))).status).toBe(401);
    expect((await refusal(reader.getBlog({ params: { id }, query: all }))).status).toBe(403);
    expect(idsOf(await cms.editor.listBlogs({ query: all }))).toEqual([id]);
    expect(await cms.editor.getBlog({ params: { id }, query: all })).toMatchObject({ published: false });
  });

  it('is published, withdrawn and deleted with an event each (CMS-17)', async () => {
    await using cms = await bootCms();
    const { _id: id } = await create(cms, { published: false });
    const update = (published: boolean) =>
      cms.editor.updateBlog({ params: { id }, body: { ...post, published } });
    const { publishedAt } = await update(true);
    await update(true);
    await update(false);
    expect((await update(true)).publishedAt).toBe(publishedAt);
    await cms.editor.deleteBlog({ params: { id } });
    expect((await refusal(cms.editor.deleteBlog({ params: { id } }))).status).toBe(404);

    const events = (await cms.service.publishedEvents()).filter(({ type }) => type.startsWith('cms.blog-'));
    expect(events.map(({ type, data }) => [type, data])).toEqual(
      [blogPublished, blogUnpublished, blogPublished, blogUnpublished].map(({ type }) => [
        type,
        { blogId: id, at: expect.any(String) },
      ]),
    );
    const live = (await cms.service.liveMessages()).map(({ message }) => message);
    expect(live.map(({ type }) => type)).toEqual([
      liveTypes.blogCreated,
      ...Array(4).fill(liveTypes.blogUpdated),
      liveTypes.blogDeleted,
    ]);
    expect(new Set(live.map((message) => message.id))).toEqual(new Set([id]));
  });

  it('keeps the last ten texts before, and its text is sanitised (CMS-35)', async () => {
    await using cms = await bootCms();
    const { _id: id } = await create(cms, { content: '<p onclick="x()">text 0</p><img src=x onerror=1>' });
    for (let n = 1; n <= 12; n += 1)
      await cms.editor.updateBlog({ params: { id }, body: { ...post, content: `<p>text ${n}</p>` } });
    const versions = await cms.editor.listBlogVersions({ params: { id } });

    expect(versions).toHaveLength(BLOG_VERSIONS_MAX);
    expect(versions.map(({ content }) => content)).toEqual(
      Array.from({ length: 10 }, (_, n) => `<p>text ${11 - n}</p>`),
    );
    expect((await create(cms, { content: '<p onclick="x()">y</p>' })).content).toBe('<p>y</p>');
    cms.service.clock.advance(8 * 86_400_000);
    await cms.service.runJob('sweep-texts');
    expect(await cms.editor.listBlogVersions({ params: { id } })).toHaveLength(BLOG_VERSIONS_MAX);
  });

  it('is saved by exactly one of twenty editors who began with one text (CMS-37)', async () => {
    await using cms = await bootCms();
    const { _id: id, updatedAt } = await create(cms);
    const saves = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) =>
        cms.editor.updateBlog({ params: { id }, body: { ...post, content: `<p>${n}</p>`, updatedAt } }),
      ),
    );

    const won = saves.flatMap((save) => (save.status === 'fulfilled' ? [save.value] : []));
    expect(won).toHaveLength(1);
    for (const save of saves)
      if (save.status === 'rejected')
        expect(save.reason).toMatchObject({
          status: 409,
          message: 'Content changed since you opened it',
          problem: { data: { current: { content: won[0]?.content } } },
        });
    expect((await cms.visitor.getBlog({ params: { id }, query: {} })).content).toBe(won[0]?.content);
  });
});

it('an erased editor leaves posts without a name', async () => {
  await using cms = await bootCms();
  const { _id: id } = await create(cms);
  await cms.other.updateBlog({ params: { id }, body: { ...post, content: '<p>other</p>' } });
  expect((await cms.editor.exportMine()).blogs).toMatchObject([{ blogId: id }]);
  await cms.service.deliver(anEvent(userDeleted, { data: { userId: adminUser.userId } }));

  expect(await cms.other.listBlogVersions({ params: { id } })).toMatchObject([{ by: null }]);
  expect((await cms.other.exportMine()).blogs).toMatchObject([{ blogId: id }]);
});

it.each([
  ['Café — à la carte!', 'cafe-a-la-carte'],
  ['  --x--  ', 'x'],
  ['बरसात', ''],
  ['x'.repeat(100), 'x'.repeat(60)],
])('the slug of %s is %j', (title, slug) => {
  expect(slugOf(title)).toBe(slug);
});

describe('readers', () => {
  it('get a brief list without texts, with excerpts', async () => {
    await using cms = await bootCms();
    const created = await create(cms);
    expect(await cms.visitor.listBlogs({ query: { brief: '1' } })).toEqual([{ ...created, content: '' }]);
  });

  it('search in title, author and excerpt, in any script; only admins find what is not published', async () => {
    await using cms = await bootCms();
    await create(cms, { title: 'Café at Night', content: '<p>The [river].</p>' });
    await create(cms, { title: 'बरसात की रात', author: 'Noor', content: '<p>RAIN</p>' });
    await create(cms, { title: 'Hidden', author: 'Noor', published: false });
    const find = async (q: string) =>
      (await cms.visitor.listBlogs({ query: { q } })).map(({ title }) => title);

    for (const q of ['cafe', ' NIGHT  caFÉ ', 'meher', '[river]'])
      expect(await find(q)).toEqual(['Café at Night']);
    for (const q of ['noor', 'रात', 'rain बरसात']) expect(await find(q)).toEqual(['बरसात की रात']);
    for (const q of ['cafe noor', '.*', '(', 'hidden', 'strong']) expect(await find(q)).toEqual([]);
    expect(await find('  ')).toHaveLength(2);
    const found = await cms.editor.listBlogs({ query: { ...all, q: 'noor' } });
    expect(found.map(({ title }) => title).sort()).toEqual(['Hidden', 'बरसात की रात']);
    expect(await cms.visitor.listBlogs({ query: { brief: '1', q: 'rain' } })).toMatchObject([
      { content: '' },
    ]);
    expect((await refusal(cms.visitor.listBlogs({ query: { q: 'x'.repeat(121) } }))).status).toBe(400);
  });

  it('get 404 for ids of any shape (P92)', async () => {
    await using cms = await bootCms();
    for (const id of ['unknown', 'UPPER', 'a b', '🌈', 'x'.repeat(500)])
      expect((await refusal(cms.visitor.getBlog({ params: { id }, query: {} }))).status).toBe(404);
  });

  it('open a published post by the code of its plain link (BEY-05)', async () => {
    await using cms = await bootCms();
    const { _id } = await create(cms);
    const { _id: hidden } = await create(cms, { published: false });
    const find = (code: string) => cms.visitor.findSharedBlog({ params: { code } });

    expect(await find(shareCodeOf(_id))).toEqual({ _id });
    for (const code of [shareCodeOf(hidden), 'night', _id, '.*'])
      expect((await refusal(find(code))).status).toBe(404);
  });
});
