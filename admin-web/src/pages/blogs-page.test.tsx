import type { BlogDraft } from '@satrangi/contracts';
import { FakeProblem } from '@satrangi/contracts/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { heldActs } from '../lib/held-back.ts';
import { AT, form, post, posts } from '../testing/blogs-fixture.ts';
import { openAdmin } from '../testing/open-admin.tsx';

beforeEach(() => {
  heldActs.set(new Map());
  localStorage.clear();
});

describe('Blogs, the list (ADM-29)', () => {
  it('has its columns, drafts among them, and a search in the address', async () => {
    const queries: object[] = [];
    const { user } = openAdmin('/?tab=blogs', {
      cms: {
        listBlogs: ({ query }) => {
          queries.push(query);
          return posts;
        },
      },
    });
    await screen.findByRole('button', { name: 'Post one' });
    expect(queries[0]).toEqual({ all: '1', brief: '1' });
    expect(
      screen.getAllByRole('columnheader').map(({ textContent }) => textContent?.replace(/[▲▼]/, '')),
    ).toEqual(['Title', 'Author', 'Published', 'Updated', 'Actions']);
    expect(screen.getByRole('row', { name: /Post two/ }).textContent).toContain('Draft');
    await user.type(screen.getByRole('searchbox'), 'ira{Enter}');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Post one' })).toBeNull());
    expect(location.search).toBe('?tab=blogs&q=ira');
  });

  it('that could not be loaded shows a sentence (ADM-31)', async () => {
    let isDown = true;
    const { user } = openAdmin('/?tab=blogs', {
      cms: {
        listBlogs: () => {
          if (isDown) throw new FakeProblem('unavailable', 'Not now');
          return [];
        },
      },
    });
    expect(await screen.findByText('Failed to load blogs')).toBeTruthy();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No posts yet.')).toBeTruthy();
  });

  it('Sync is busy for 1.2 seconds, loads the list again and shows what it found (ADM-32, ADM-44)', async () => {
    let listed = posts;
    const { user } = openAdmin('/?tab=blogs', { cms: { listBlogs: () => listed } });
    await screen.findByRole('button', { name: 'Post one' });
    listed = [...posts, post('three')];
    const began = performance.now();
    await user.click(screen.getByRole('button', { name: 'Sync' }));
    expect(screen.getByRole('button', { name: 'Syncing …' })).toBeTruthy();
    expect(await screen.findByText('Found 3 posts', undefined, { timeout: 3_000 })).toBeTruthy();
    expect(performance.now() - began).toBeGreaterThanOrEqual(1_190);
    expect(screen.getByRole('button', { name: 'Post three' })).toBeTruthy();
  });

  it('previews a post with its text, and shows Preview failed (ADM-31)', async () => {
    let isDown = true;
    const { user } = openAdmin('/?tab=blogs', {
      cms: {
        listBlogs: () => posts,
        getBlog: () => {
          if (isDown) throw new FakeProblem('unavailable', 'Not now');
          return post('one');
        },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Preview Post one' }));
    expect(await screen.findByText('Preview failed')).toBeTruthy();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Preview Post one' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Post one' }));
    expect(dialog.getByText('A whole text.')).toBeTruthy();
  });

  it('deletes after a question, held back for ten seconds, and shows Failed to delete blog (ADM-31)', async () => {
    const removed = vi.fn(() => {
      throw new FakeProblem('unavailable', 'Not now');
    });
    const { user } = openAdmin('/?tab=blogs', { cms: { listBlogs: () => posts, deleteBlog: removed } });
    const openQuestion = async (): Promise<void> => {
      await user.click(await screen.findByRole('button', { name: 'Delete Post one' }));
      await user.click(
        within(screen.getByRole('dialog', { name: 'Delete ‘Post one’?' })).getByRole('button', {
          name: 'Delete',
        }),
      );
    };
    await openQuestion();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Post one' })).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('button', { name: 'Post one' })).toBeTruthy();
    expect(removed).not.toHaveBeenCalled();
    await openQuestion();
    dispatchEvent(new Event('pagehide'));
    expect(await screen.findByText(/^Failed to delete blog/)).toBeTruthy();
    expect(removed).toHaveBeenCalledOnce();
    expect(screen.getByRole('button', { name: 'Post one' })).toBeTruthy();
  });
});

describe('the editor (ADM-29)', () => {
  it('saves with the time the admin began with, and shows the post in the list and as a share card', async () => {
    const bodies: (BlogDraft & { updatedAt?: string | undefined })[] = [];
    const long = 'word '.repeat(60).trim();
    const { user } = openAdmin('/?tab=blogs&open=one', {
      cms: {
        listBlogs: () => posts,
        getBlog: () => post('one'),
        updateBlog: ({ body }) => {
          bodies.push(body);
          return post('one', { title: body.title, updatedAt: '2026-11-21T10:00:00.000Z' });
        },
      },
    });
    const own = within(await form());
    await user.type(own.getByLabelText('Title'), '!');
    await user.clear(own.getByLabelText('Excerpt'));
    await user.click(own.getByLabelText('Excerpt'));
    await user.paste(long);
    const looks = screen.getByRole('region', { name: 'How it looks' });
    expect(looks.textContent).toContain('Post one!');
    const [list, share] = ['list', 'share'].map(
      (name) => looks.querySelector(`[data-look=${name}]`)?.textContent ?? '',
    );
    expect(list?.length).toBeLessThanOrEqual(181);
    expect(list?.length).toBeGreaterThan(165);
    expect(share?.length).toBeLessThan(list?.length ?? 0);
    await user.click(own.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(bodies).toHaveLength(1));
    expect(bodies[0]).toMatchObject({ title: 'Post one!', excerpt: long, updatedAt: AT, published: true });
  });

  it('does not turn the beginning of the text into an excerpt of its own', async () => {
    const bodies: BlogDraft[] = [];
    const derived = post('one', { excerpt: 'A whole…', content: '<p>A <b>whole</b> text.</p>' });
    const { user } = openAdmin('/?tab=blogs&open=one', {
      cms: {
        listBlogs: () => posts,
        getBlog: () => derived,
        updateBlog: ({ body }) => {
          bodies.push(body);
          return derived;
        },
      },
    });
    const own = within(await form());
    expect(own.getByLabelText<HTMLTextAreaElement>('Excerpt').value).toBe('');
    await user.type(own.getByLabelText('Title'), '!');
    await user.click(own.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(bodies).toHaveLength(1));
    expect(bodies[0]?.excerpt).toBe('');
  });

  it('shows Failed to save blog, and a conflict shows both texts (ADM-31, P81)', async () => {
    let problem = new FakeProblem('unavailable', 'Not now');
    const { user } = openAdmin('/?tab=blogs&open=one', {
      cms: {
        listBlogs: () => posts,
        getBlog: () => post('one'),
        updateBlog: () => {
          throw problem;
        },
      },
    });
    const own = within(await form());
    await user.type(own.getByLabelText('Title'), ' mine');
    await user.click(own.getByRole('button', { name: 'Save' }));
    expect(await own.findByText('Failed to save blog')).toBeTruthy();
    problem = new FakeProblem('version-conflict', 'Changed', {
      current: post('one', { title: 'Theirs', updatedAt: '2026-11-21T10:00:00.000Z' }),
    });
    await user.click(own.getByRole('button', { name: 'Save' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Content changed since you opened it' }));
    expect(panel.getByRole('group', { name: 'Title' }).textContent).toMatch(/Theirs.*mine/);
  });

  it('uploads pictures of the text with their alt texts (ADM-41)', async () => {
    const bodies: BlogDraft[] = [];
    const { user } = openAdmin('/?tab=blogs&open=new', {
      cms: {
        listBlogs: () => [],
        uploadImage: () => ({ url: '/api/cms/images/abc.png', width: 10, height: 10 }),
        createBlog: ({ body }) => {
          bodies.push(body);
          return post('new-1', { ...body });
        },
        getBlog: () => post('new-1'),
      },
    });
    const own = within(await form());
    await user.type(own.getByLabelText('Title'), 'A title');
    await user.type(own.getByLabelText('Author'), 'Ira');
    await user.click(await own.findByRole('button', { name: 'Upload Image' }, { timeout: 10_000 }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Upload image' }));
    await user.upload(dialog.getByLabelText('Image'), new File(['x'], 'a.png', { type: 'image/png' }));
    await user.type(dialog.getByLabelText('Alt text'), 'A lamp');
    await user.click(dialog.getByRole('button', { name: 'Upload' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Upload image' })).toBeNull());
    await user.click(own.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(bodies[0]?.content).toContain('src="/api/cms/images/abc.png"'));
    expect(bodies[0]?.content).toContain('alt="A lamp"');
  });

  it('adds a post with a picture, previewed before it is saved', async () => {
    const bodies: BlogDraft[] = [];
    const url = '/api/cms/images/abc.png';
    const { user } = openAdmin('/?tab=blogs', {
      cms: {
        listBlogs: () => [],
        uploadImage: () => ({ url, width: 10, height: 10 }),
        createBlog: ({ body }) => {
          bodies.push(body);
          return post('new-1', { ...body });
        },
        getBlog: () => post('new-1'),
      },
    });
    await screen.findByText('No posts yet.');
    await user.click(screen.getAllByRole('button', { name: /New post/ })[0] as HTMLElement);
    const own = within(await form());
    await user.click(own.getByRole('button', { name: 'Save' }));
    expect((await own.findAllByText(/Title required/)).length).toBeGreaterThan(0);
    expect(bodies).toEqual([]);
    await user.type(own.getByLabelText('Title'), 'A title');
    await user.type(own.getByLabelText('Author'), 'Ira');
    await user.upload(own.getByLabelText('Picture'), new File(['x'], 'a.png', { type: 'image/png' }));
    await own.findByRole('button', { name: 'Remove the picture' });
    await user.click(own.getByRole('button', { name: 'HTML' }));
    await user.type(own.getByLabelText('Text (HTML)'), '<p>Hello</p>');
    await user.click(own.getByRole('button', { name: 'Preview' }));
    const preview = within(await screen.findByRole('dialog', { name: 'A title' }));
    expect(preview.getByText('Hello')).toBeTruthy();
    await user.click(preview.getByRole('button', { name: 'Close' }));
    await user.click(own.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(bodies).toHaveLength(1));
    expect(bodies[0]).toMatchObject({
      title: 'A title',
      image: url,
      content: '<p>Hello</p>',
      published: false,
    });
    await waitFor(() => expect(location.search).toBe('?tab=blogs&open=new-1'));
  });
});
