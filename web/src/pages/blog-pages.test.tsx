import { type Blog, catalogApi, cmsApi } from '@satrangi/contracts';
import { FakeProblem, plays } from '@satrangi/contracts/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { sendToAll, stubEventSource } from '../testing/fake-event-source.ts';
import { openPage } from '../testing/open-page.tsx';

const aPost = (change: Partial<Blog> = {}): Blog => ({
  _id: 'a-walk-qwerty',
  title: 'A Walk at Night',
  author: 'Meher',
  image: null,
  excerpt: 'The river and the bridge.',
  content: '<p>The river and the <strong>bridge</strong>.</p>',
  published: true,
  publishedAt: '2026-10-01T10:00:00.000Z',
  updatedAt: '2026-10-01T10:00:00.000Z',
  ...change,
});
const posts = (count: number): Blog[] =>
  Array.from({ length: count }, (_, index) => aPost({ _id: `post-${index}`, title: `Post ${index}` }));

const catalog = plays(catalogApi, { listEbooks: () => ({ items: [], total: 0, nextCursor: null }) });
const blog = (list: () => Blog[]) =>
  plays(cmsApi, {
    listBlogs: () => list().map((post) => ({ ...post, content: '' })),
    getBlog: ({ params: { id } }) => {
      const found = list().find(({ _id }) => _id === id);
      if (!found) throw new FakeProblem('not-found', 'Blog post not found');
      return found;
    },
  });

describe('/blogs (WEB-67)', () => {
  it('shows cards that link to the posts, with excerpts without tags, cut at 180', async () => {
    const excerpt = `<b>Rain</b> ${'word '.repeat(60)}`;
    openPage('/blogs', { server: [blog(() => [aPost({ excerpt })])] });

    const link = await screen.findByRole('link', { name: 'A Walk at Night' });
    expect(link.getAttribute('href')).toBe('/blogs/a-walk-qwerty');
    const text = screen.getByText(/^Rain word/).textContent ?? '';
    expect(text).not.toContain('<');
    expect(text.length).toBeLessThanOrEqual(181);
    expect(text.endsWith('…')).toBe(true);
  });

  it('writes titles in their own script, and author and date in the direction of the title', async () => {
    openPage('/blogs', { server: [blog(() => [aPost({ title: 'دو کمرے' })])] });
    const link = await screen.findByRole('link', { name: 'دو کمرے' });
    expect([link.lang, link.dir]).toEqual(['ur', 'rtl']);
    expect(link.closest('article')?.querySelector('time')?.closest('p')?.dir).toBe('rtl');
  });

  it('loads more by twelve', async () => {
    const { user } = openPage('/blogs', { server: [blog(() => posts(30))] });
    await screen.findByRole('link', { name: 'Post 0' });
    const main = within(screen.getByRole('main'));
    const counts = [main.getAllByRole('article').length];
    for (const rest of [18, 6]) {
      await user.click(main.getByRole('button', { name: `Load more (${rest} more)` }));
      counts.push(main.getAllByRole('article').length);
    }
    expect(counts).toEqual([12, 24, 30]);
    expect(main.queryByRole('button', { name: /Load more/ })).toBeNull();
  });

  it('shows that there is none, or that it failed', async () => {
    openPage('/blogs', { server: [blog(() => [])] });
    expect(await screen.findByText('No blog posts found.')).toBeTruthy();
  });

  it('shows that it failed, and tries again', async () => {
    const list = vi.fn((): Blog[] => [aPost()]);
    list.mockImplementationOnce(() => {
      throw new FakeProblem('unavailable', 'Not available right now');
    });
    const { user } = openPage('/blogs', { server: [blog(list)] });
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load blogs');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'A Walk at Night' })).toBeTruthy();
  });

  it('is loaded again after a live message about a post', async () => {
    const streams = stubEventSource();
    let list = [aPost()];
    openPage('/blogs', { server: [blog(() => list)] });
    await screen.findByRole('link', { name: 'A Walk at Night' });
    await waitFor(() => expect(streams.length).toBeGreaterThan(0));
    list = [aPost({ _id: 'new-abcdef', title: 'A new one' }), ...list];
    act(() => sendToAll(streams, 'blog-created'));
    expect(await screen.findByRole('link', { name: 'A new one' })).toBeTruthy();
  });
});

describe('/blogs/{id} (WEB-67)', () => {
  it('shows the text with author, date and reading time, and three others', async () => {
    const content = `<h2>Rain</h2><p>${'word '.repeat(590)}</p>`;
    openPage('/blogs/a-walk-qwerty', { server: [blog(() => [aPost({ content }), ...posts(5)])] });

    expect(await screen.findByRole('heading', { level: 1, name: 'A Walk at Night' })).toBeTruthy();
    const byline = screen.getByText('3 min read').parentElement?.textContent;
    expect(byline).toBe('Meher1 Oct 20263 min read');
    expect(screen.getByRole('heading', { level: 2, name: 'Rain' }).id).toBe('rain');
    const more = within(await screen.findByRole('region', { name: 'More from the blog' }));
    expect(more.getAllByRole('article')).toHaveLength(3);
    await waitFor(() => expect(document.title).toBe('A Walk at Night | Satrangi'));
  });

  it('CMS-35: a text with scripts comes out inert', async () => {
    const content =
      '<p>before</p><img src=x onerror="globalThis.ran = 1"><script>globalThis.ran = 1</script>';
    openPage('/blogs/a-walk-qwerty', { server: [blog(() => [aPost({ content })])] });
    await screen.findByText('before');
    expect(document.querySelector('main script, main [onerror]')).toBeNull();
    expect('ran' in globalThis).toBe(false);
  });

  it('BEY-05: copies the URL, or a plain link that reveals nothing', async () => {
    const { user } = openPage('/blogs/a-walk-qwerty', { server: [blog(() => [aPost()])] });
    await user.click(await screen.findByRole('button', { name: 'Copy the link' }));
    expect(await screen.findByText('Link copied.')).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/blogs/a-walk-qwerty`);
    await user.click(screen.getByRole('button', { name: 'Copy a plain link' }));
    expect(await screen.findByText('Plain link copied.')).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/s/qwerty`);
  });

  it('P92: unknown and hidden posts get the page of an unknown path', async () => {
    openPage('/blogs/unknown', { server: [blog(() => []), catalog] });
    expect(await screen.findByRole('heading', { level: 1, name: '404: Not Found' })).toBeTruthy();
  });

  it('a post that is withdrawn while it is open becomes that page', async () => {
    const streams = stubEventSource();
    let list = [aPost()];
    openPage('/blogs/a-walk-qwerty', { server: [blog(() => list), catalog] });
    await screen.findByRole('heading', { level: 1, name: 'A Walk at Night' });
    await waitFor(() => expect(streams.length).toBeGreaterThan(0));
    list = [];
    act(() => sendToAll(streams, 'blog-updated'));
    expect(await screen.findByRole('heading', { level: 1, name: '404: Not Found' })).toBeTruthy();
  });
});
