import { FakeProblem } from '@satrangi/contracts/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { heldActs } from '../lib/held-back.ts';
import { form, LINK, post, posts } from '../testing/blogs-fixture.ts';
import { openAdmin } from '../testing/open-admin.tsx';

beforeEach(() => {
  heldActs.set(new Map());
  localStorage.clear();
});

describe('the import from Google Docs (ADM-29, ADM-30)', () => {
  const read = { title: 'A document', content: '<p>Its text.</p>', pictures: 2 };

  it('without a link shows a sentence; preview shows the document and saves nothing', async () => {
    const imported = vi.fn();
    const { user } = openAdmin('/?tab=blogs&open=import', {
      cms: { listBlogs: () => posts, previewBlog: () => read, importBlog: imported },
    });
    const own = within(await form());
    await user.click(own.getByRole('button', { name: 'Import and save' }));
    expect(await own.findByText('Paste a Google Docs link first')).toBeTruthy();
    await user.click(own.getByRole('button', { name: 'Preview' }));
    expect(own.getByText('Paste a Google Docs link first')).toBeTruthy();
    await user.type(own.getByLabelText('Google Docs link'), LINK);
    await user.click(own.getByRole('button', { name: 'Preview' }));
    expect(await own.findByText('Its text.')).toBeTruthy();
    expect(own.getByText('Its pictures (2) are copied when it is imported.')).toBeTruthy();
    expect(imported).not.toHaveBeenCalled();
  });

  it('imports once, however often the button is pressed, and opens the post', async () => {
    const bodies: object[] = [];
    const { user } = openAdmin('/?tab=blogs&open=import', {
      cms: {
        listBlogs: () => posts,
        getBlog: () => post('one'),
        importBlog: ({ body }) => {
          bodies.push(body);
          return { ...read, blogId: 'one', message: 'Done' };
        },
      },
    });
    const own = within(await form());
    await user.type(own.getByLabelText('Google Docs link'), LINK);
    await user.type(own.getByLabelText('Author'), 'Ira');
    await user.dblClick(own.getByRole('button', { name: 'Import and save' }));
    await waitFor(() => expect(location.search).toBe('?tab=blogs&open=one'));
    expect(bodies).toEqual([{ driveLink: LINK, persist: true, author: 'Ira' }]);
  });

  it.each([
    ['Preview', /^Preview failed: Not shared/],
    ['Import and save', /^Import failed: Not shared/],
  ])('%s that failed says %s (ADM-31)', async (button, sentence) => {
    const refuse = () => {
      throw new FakeProblem('document-no-access', 'Not shared');
    };
    const { user } = openAdmin('/?tab=blogs&open=import', {
      cms: { listBlogs: () => posts, previewBlog: refuse, importBlog: refuse },
    });
    const own = within(await form());
    await user.type(own.getByLabelText('Google Docs link'), LINK);
    await user.click(own.getByRole('button', { name: button }));
    expect(await own.findByText(sentence)).toBeTruthy();
    expect(screen.queryByText('This account is no admin any more.')).toBeNull();
  });
});
