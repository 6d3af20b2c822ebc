import type { EditorSection, SectionStatus } from '@satrangi/contracts';
import { FakeProblem } from '@satrangi/contracts/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { dropDrafts, readDrafts } from '../lib/drafts.ts';
import { pictureName } from '../lib/picture-picker.tsx';
import { openAdmin } from '../testing/open-admin.tsx';

const AT = '2026-11-20T10:00:00.000Z';
const PAGES = [
  { id: 'home', title: 'Home', path: '/', sections: ['home.mission', 'home.notice'] },
  { id: 'General', title: 'General', path: null, sections: [] },
];

const aSection = (key: string, content: string, more: Partial<EditorSection> = {}): EditorSection => ({
  _id: key,
  key,
  page: 'home',
  content,
  status: 'published',
  updatedAt: AT,
  revision: `rev-${content}`,
  isPublic: true,
  hasDraftChanges: false,
  ...more,
});

/** A cms that keeps sections in memory; `fakes` replaces single answers. */
const openContent = (address: string, fakes: object = {}) => {
  let sections = [aSection('home.mission', 'We &amp; you'), aSection('home.notice', '<p>one two</p>')];
  const find = (key: string): EditorSection => {
    const section = sections.find((each) => each.key === key);
    if (!section) throw new FakeProblem('not-found', 'Section not found');
    return section;
  };
  const put = (next: EditorSection): EditorSection => {
    sections = sections.some(({ _id }) => _id === next._id)
      ? sections.map((each) => (each._id === next._id ? next : each))
      : [...sections, next];
    return next;
  };
  const cms = {
    listRealPages: () => PAGES,
    listPageSections: () => sections,
    saveSection: ({ body: { key, content } }: { body: { key: string; content: string } }) =>
      put({ ...find(key), content, revision: `rev-${content}` }),
    addSection: ({ body: { key, content } }: { body: { key: string; content?: string } }) =>
      put(aSection(key, content ?? '')),
    reorderSections: ({ body: { order } }: { body: { order: string[] } }) => {
      sections = order.map(find);
      return { ok: true, order };
    },
    renameSection: ({
      params: { key },
      body: { newKey },
    }: {
      params: { key: string };
      body: { newKey: string };
    }) => put({ ...find(key), key: newKey }),
    deleteSection: ({ params: { key } }: { params: { key: string } }) => {
      sections = sections.filter((each) => each.key !== key);
      return { ok: true };
    },
    undeleteSection: ({ params: { key } }: { params: { key: string } }) => put(aSection(key, 'back')),
    listVersions: () => [
      { status: 'published', updatedAt: AT, content: '<p>one three</p>', by: null },
      { status: 'draft', updatedAt: '2026-11-19T10:00:00.000Z', content: '<p>older</p>', by: null },
    ],
    rollbackSection: ({ params: { key } }: { params: { key: string } }) =>
      put({ ...find(key), content: '<p>older</p>', revision: 'rev-older' }),
    setSectionStatus: ({
      params: { key },
      body: { status },
    }: {
      params: { key: string };
      body: { status: SectionStatus };
    }) => put({ ...find(key), status, revision: `rev-${status}` }),
    deploy: () => ({ ok: true, revision: 7, deployedAt: AT }),
    listSnapshots: () => [{ revision: 6, at: AT, by: null, sections: 12, hook: 'delivered' }],
    restoreSnapshot: () => ({ ok: true, restored: ['home.mission'] }),
    uploadImage: () => ({ url: '/api/cms/images/abc.png', width: 10, height: 10 }),
    ...fakes,
  };
  // the fakes answer the fields that the page reads
  const opened = openAdmin(address, { cms: cms as never });
  const sent = (method: string, path: string) =>
    opened.fetched.mock.calls.filter(
      ([url, init]) => (init?.method ?? 'GET') === method && String(url).includes(path),
    );
  return { ...opened, sent, present: () => sections };
};

const field = () => screen.findByLabelText<HTMLTextAreaElement>('Text');
const fail = (): never => {
  throw new FakeProblem('unavailable', 'Not now');
};
const confirm = async (user: ReturnType<typeof openContent>['user'], title: string, action: string) => {
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  await user.click(dialog.getByRole('button', { name: action }));
};
const initOf = (call: readonly unknown[] | undefined): RequestInit =>
  (call?.[1] as RequestInit | undefined) ?? {};
const bodyOf = (call: readonly unknown[] | undefined) => JSON.parse(String(initOf(call).body));
const ifMatchOf = (call: readonly unknown[] | undefined): string | null =>
  new Headers(initOf(call).headers).get('if-match');

beforeEach(() => dropDrafts());

describe('the list (ADM-19)', () => {
  it('shows pages, sections in their order with their state, and built-in texts without a section', async () => {
    const { user } = openContent('/?tab=content');
    const list = within(await screen.findByRole('list', { name: 'Sections' }));
    expect(list.getAllByRole('listitem')).toHaveLength(2);
    expect(list.getByText('Mission')).toBeTruthy();
    expect(within(screen.getByRole('list', { name: 'Built-in texts' })).getByText('Heading')).toBeTruthy();
    await user.click(list.getByText('Mission'));
    expect(location.search).toBe('?tab=content&key=home.mission&of=home');
    expect((await field()).value).toBe('We & you');
    await user.selectOptions(screen.getByLabelText('Page'), 'General');
    expect(location.search).toBe('?tab=content&of=General');
  });

  it('says that it could not be loaded, and tries again (ADM-24)', async () => {
    let isDown = true;
    const { user } = openContent('/?tab=content', {
      listPageSections: () => (isDown ? fail() : [aSection('home.mission', 'x')]),
    });
    expect(await screen.findByText('Failed to sync with backend.')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name: 'Site Content' })).toBeTruthy();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Mission')).toBeTruthy();
  });

  it('moves with buttons and with Alt and an arrow', async () => {
    const { user, sent, present } = openContent('/?tab=content&key=home.mission');
    await user.click(await screen.findByRole('button', { name: 'Move home.mission down' }));
    await waitFor(() => expect(present().map(({ key }) => key)).toEqual(['home.notice', 'home.mission']));
    expect(bodyOf(sent('POST', '/reorder')[0])).toEqual({
      page: 'home',
      order: ['home.notice', 'home.mission'],
    });
    const row = screen.getByRole('button', { name: /^Mission/ });
    row.focus();
    await waitFor(async () => {
      await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
      expect(present()[0]?.key).toBe('home.mission');
    });
  });

  it('takes a refused move back', async () => {
    const { user } = openContent('/?tab=content&key=home.mission', {
      reorderSections: () => {
        throw new FakeProblem('version-conflict', 'The sections of this page changed since you opened it');
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Move home.mission down' }));
    expect(
      await screen.findByText(/^Failed to sync with backend\. The sections of this page changed/),
    ).toBeTruthy();
    const list = within(screen.getByRole('list', { name: 'Sections' }));
    await waitFor(() => expect(list.getAllByRole('listitem')[0]?.textContent).toContain('Mission'));
  });

  it('renames after a confirmation; an identical key changes nothing (ADM-20, ADM-24)', async () => {
    let isDown = true;
    const { user, sent } = openContent('/?tab=content&key=home.notice', {
      renameSection: ({ body: { newKey } }: { body: { newKey: string } }) =>
        isDown ? fail() : aSection(newKey, '<p>one two</p>'),
    });
    await user.click(await screen.findByRole('button', { name: 'Rename home.notice' }));
    await user.click(screen.getByRole('button', { name: 'Rename…' }));
    expect(sent('POST', '/rename')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Rename home.notice' }));
    const rename = within(screen.getByRole('dialog', { name: 'Rename section' }));
    await user.type(rename.getByRole('textbox', { name: 'Key' }), '2');
    await user.click(screen.getByRole('button', { name: 'Rename…' }));
    expect(sent('POST', '/rename')).toEqual([]);
    await confirm(user, 'Rename ‘home.notice’ to ‘home.notice2’?', 'Rename');
    expect(await screen.findByText(/^Error renaming section\./)).toBeTruthy();
    isDown = false;
    await confirm(user, 'Rename ‘home.notice’ to ‘home.notice2’?', 'Rename');
    await waitFor(() => expect(location.search).toContain('key=home.notice2'));
  });

  it('deletes after a confirmation with its name, and Undo brings it back (ADM-20)', async () => {
    const { user, sent, present } = openContent('/?tab=content&key=home.notice');
    await user.click(await screen.findByRole('button', { name: 'Delete home.notice' }));
    expect(sent('DELETE', '/')).toEqual([]);
    await confirm(user, 'Delete ‘home.notice’?', 'Delete');
    await waitFor(() => expect(present()).toHaveLength(1));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(present()).toHaveLength(2));
    expect(sent('POST', 'home.notice/undelete')).toHaveLength(1);
  });

  it('adds after a confirmation at a position; the button is off on a blank key (ADM-20, ADM-24)', async () => {
    let isDown = true;
    const { user, sent } = openContent('/?tab=content', {
      addSection: ({ body: { key } }: { body: { key: string } }) => (isDown ? fail() : aSection(key, '')),
    });
    const form = within(await screen.findByRole('form', { name: 'Add section' }));
    const add = form.getByRole<HTMLButtonElement>('button', { name: 'Add' });
    expect(add.disabled).toBe(true);
    await user.type(form.getByLabelText('Key'), '   ');
    expect(add.disabled).toBe(true);
    await user.type(form.getByLabelText('Key'), 'home.extra');
    await user.selectOptions(form.getByLabelText('Position'), 'After home.mission');
    await user.click(add);
    expect(sent('POST', '/sections/add')).toEqual([]);
    await confirm(user, 'Add ‘home.extra’ to Home?', 'Add');
    expect(await screen.findByText('Error adding section.')).toBeTruthy();
    isDown = false;
    await confirm(user, 'Add ‘home.extra’ to Home?', 'Add');
    await waitFor(() => expect(location.search).toContain('key=home.extra'));
    expect(bodyOf(sent('POST', '/sections/add').at(-1))).toEqual({ key: 'home.extra', position: 1 });
  });

  it('offers to restore a deleted section whose key is added again', async () => {
    const { user, sent } = openContent('/?tab=content', {
      addSection: () => {
        throw new FakeProblem(
          'already-used',
          'A deleted section has that key. Restore it or choose another key.',
        );
      },
    });
    const form = within(await screen.findByRole('form', { name: 'Add section' }));
    await user.type(form.getByLabelText('Key'), 'home.old');
    await user.click(form.getByRole('button', { name: 'Add' }));
    await confirm(user, 'Add ‘home.old’ to Home?', 'Add');
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Restore it' }));
    await waitFor(() => expect(sent('POST', 'home.old/undelete')).toHaveLength(1));
  });
});

describe('the editor', () => {
  it('saves a plain text as HTML with its revision, and says the state (ADM-19, ADM-23)', async () => {
    const { user, sent } = openContent('/?tab=content&key=home.mission');
    await user.clear(await field());
    await user.type(await field(), 'Us < them & "all"');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent('PUT', '/cms/sections')).toHaveLength(1));
    const [call] = sent('PUT', '/cms/sections');
    expect(bodyOf(call)).toEqual({ key: 'home.mission', content: 'Us &lt; them &amp; &quot;all&quot;' });
    expect(ifMatchOf(call)).toBe('"rev-We &amp; you"');
    await waitFor(() => expect(document.querySelector('[data-state="success"]')?.textContent).toBe('Saved'));
    await waitFor(
      () => expect(document.querySelector('[data-state="idle"]')?.textContent).toMatch(/^Saved \d\d:\d\d$/),
      {
        timeout: 2_500,
      },
    );
    expect((await field()).value).toBe('Us < them & "all"');
  });

  it('says the exact sentence when a save fails, keeps the text and a draft (ADM-24, P82)', async () => {
    const { user } = openContent('/?tab=content&key=home.mission', { saveSection: fail });
    await user.type(await field(), '!');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Error saving content.')).toBeTruthy();
    expect((await field()).value).toBe('We & you!');
    expect(readDrafts<{ text: string }>('admin-draft:content:home.mission')[0]?.values.text).toBe(
      'We & you!',
    );
  });

  it('shows both texts when somebody else saved, and saves the choice over theirs (P81)', async () => {
    const theirs = aSection('home.mission', 'They said this', { revision: 'rev-theirs' });
    let current = aSection('home.mission', 'We &amp; you');
    const { user, sent } = openContent('/?tab=content&key=home.mission', {
      saveSection: ({ body: { content } }: { body: { content: string } }) => {
        if (current.revision !== 'rev-theirs') {
          current = theirs;
          throw new FakeProblem('version-conflict', 'Content changed since you opened it', {
            current: theirs,
            yours: { content },
          });
        }
        return { ...theirs, content, revision: 'rev-new' };
      },
    });
    await user.clear(await field());
    await user.type(await field(), 'I said that');
    await user.keyboard('{Control>}s{/Control}');
    const panel = within(await screen.findByRole('dialog', { name: 'Content changed since you opened it' }));
    const group = within(panel.getByRole('group', { name: 'Text' }));
    await waitFor(() => expect(group.getByText('They').tagName).toBe('MARK'));
    expect(group.getByText('that').tagName).toBe('MARK');
    await user.click(panel.getByRole('button', { name: 'Save what is chosen' }));
    await waitFor(() => expect(sent('PUT', '/cms/sections')).toHaveLength(2));
    expect(ifMatchOf(sent('PUT', '/cms/sections')[1])).toBe('"rev-theirs"');
  });

  it('adds a section for a built-in text at its first save, never over one that is there', async () => {
    const { user, sent } = openContent('/?tab=content&key=home.hero.title');
    expect((await field()).value).toBe('Stories that were always ours.');
    await user.type(await field(), ' New');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent('POST', '/sections/add')).toHaveLength(1));
    expect(sent('PUT', '/cms/sections')).toEqual([]);
    expect(await screen.findByRole('switch', { name: 'Published' })).toBeTruthy();
  });

  it('toggles draft and published at once, takes it back on an error, and a save goes on after it (ADM-19)', async () => {
    let isDown = true;
    let present = aSection('home.mission', 'We &amp; you');
    const { user, sent } = openContent('/?tab=content&key=home.mission', {
      listPageSections: () => [present],
      setSectionStatus: ({ body: { status } }: { body: { status: SectionStatus } }) => {
        if (isDown) fail();
        present = aSection('home.mission', 'We &amp; you', { status, revision: 'rev-draft' });
        return present;
      },
    });
    const toggle = await screen.findByRole<HTMLInputElement>('switch', { name: 'Published' });
    await user.type(await field(), '!');
    await user.click(toggle);
    expect(await screen.findByText('Error saving content.')).toBeTruthy();
    expect(toggle.checked).toBe(true);
    isDown = false;
    await user.click(toggle);
    await waitFor(() => expect(toggle.checked).toBe(false));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent('PUT', '/cms/sections')).toHaveLength(1));
    expect(ifMatchOf(sent('PUT', '/cms/sections')[0])).toBe('"rev-draft"');
  });

  it('restores a version by its index after a confirmation, which replaces the present text (ADM-20, ADM-21)', async () => {
    const { user, sent } = openContent('/?tab=content&key=home.notice');
    await user.click(await screen.findByRole('button', { name: 'Version History' }));
    const history = within(await screen.findByRole('dialog', { name: 'Version History' }));
    await waitFor(() => expect(history.getByText('three').tagName).toBe('MARK'));
    await user.click(history.getAllByRole('button', { name: /^Restore the text of/ })[1] as HTMLElement);
    expect(sent('POST', '/rollback')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Restore' }));
    await waitFor(() => expect(sent('POST', '/rollback')).toHaveLength(1));
    expect(bodyOf(sent('POST', '/rollback')[0])).toEqual({
      versionIdx: 1,
      updatedAt: '2026-11-19T10:00:00.000Z',
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await screen.findByRole('textbox', { name: 'Text' })).textContent).toBe('older');
  });
});

describe('pictures (ADM-41)', () => {
  it.each([
    ['a.png', '', 'a.png'],
    ['a.png', 'a.png', 'a.png'],
    ['a.png', ' cover ', 'cover.png'],
    ['a.png', 'b.PNG', 'b.PNG'],
  ])('%s given %j is uploaded as %s', (old, given, name) => expect(pictureName(old, given)).toBe(name));

  it('need an alt text, ask before a rename, and say when the upload failed (ADM-20, ADM-24)', async () => {
    let isDown = true;
    const { user, sent } = openContent('/?tab=content&key=home.notice', {
      uploadImage: () => (isDown ? fail() : { url: '/api/cms/images/abc.png', width: 1, height: 1 }),
    });
    await user.click(await screen.findByRole('button', { name: 'Upload Image' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Upload image' }));
    fireEvent.change(dialog.getByLabelText('Image'), {
      target: { files: [new File(['x'], 'a.png', { type: 'image/png' })] },
    });
    await user.clear(dialog.getByLabelText('File name'));
    await user.type(dialog.getByLabelText('File name'), 'cover');
    await user.click(dialog.getByRole('button', { name: 'Upload' }));
    expect(dialog.getByText('Say what the picture shows')).toBeTruthy();
    await user.type(dialog.getByLabelText('Alt text'), 'A lamp');
    await user.click(dialog.getByRole('button', { name: 'Upload' }));
    expect(sent('POST', '/upload-image')).toEqual([]);
    await confirm(user, 'Rename ‘a.png’ to ‘cover.png’?', 'Rename and upload');
    expect(await screen.findByText('Image upload failed')).toBeTruthy();
    isDown = false;
    await user.click(dialog.getByRole('button', { name: 'Upload' }));
    await confirm(user, 'Rename ‘a.png’ to ‘cover.png’?', 'Rename and upload');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const form = initOf(sent('POST', '/upload-image').at(-1)).body as FormData;
    expect((form.get('image') as File).name).toBe('cover.png');
    const text = await screen.findByRole('textbox', { name: 'Text' });
    await waitFor(() => expect(text.querySelector('img')?.getAttribute('alt')).toBe('A lamp'));
  });
});

describe('deploying (ADM-22)', () => {
  it('saves what is open first, then deploys and names the revision', async () => {
    const { user, sent } = openContent('/?tab=content&key=home.mission', {
      deploy: async () => {
        await new Promise((resolve) => setTimeout(resolve, 100));
        return { ok: true, revision: 7, deployedAt: AT };
      },
    });
    await user.type(await field(), '!');
    await user.dblClick(screen.getByRole('button', { name: 'Deploy Site Content' }));
    expect(await screen.findByText('Deployed as revision 7')).toBeTruthy();
    expect(sent('PUT', '/cms/sections')).toHaveLength(1);
    expect(sent('POST', '/cms/deploy')).toHaveLength(1);
  });

  it('does not deploy when the save failed', async () => {
    const { user, sent } = openContent('/?tab=content&key=home.mission', { saveSection: fail });
    await user.type(await field(), '!');
    await user.click(screen.getByRole('button', { name: 'Deploy Site Content' }));
    expect(await screen.findByText('Failed to save content. Deployment aborted.')).toBeTruthy();
    expect(sent('POST', '/cms/deploy')).toEqual([]);
  });

  it('says when the deploy itself failed', async () => {
    const { user } = openContent('/?tab=content', { deploy: fail });
    await user.click(await screen.findByRole('button', { name: 'Deploy Site Content' }));
    expect(await screen.findByText('Deployment failed. Please try again.')).toBeTruthy();
  });

  it('lists snapshots and restores one after a confirmation', async () => {
    const { user, sent } = openContent('/?tab=content');
    await user.click(await screen.findByRole('button', { name: 'Snapshots' }));
    expect(location.search).toContain('panel=snapshots');
    await user.click(await screen.findByRole('button', { name: 'Restore revision 6' }));
    await confirm(user, 'Restore revision 6?', 'Restore');
    expect(await screen.findByText('Restored 1 section of revision 6.')).toBeTruthy();
    expect(sent('POST', '/snapshots/6/restore')).toHaveLength(1);
  });
});

describe('the preview', () => {
  it('sends the page its sections with the text that is typed, to this origin only', async () => {
    const { user } = openContent('/?tab=content&key=home.mission');
    const frame = await screen.findByTitle<HTMLIFrameElement>('Preview of Home');
    expect(frame.getAttribute('src')).toBe('/?preview=1');
    const post = vi.spyOn(frame.contentWindow as Window, 'postMessage').mockImplementation(() => {});
    await user.type(await field(), '!');
    await waitFor(() =>
      expect(post).toHaveBeenLastCalledWith(
        {
          preview: [
            { key: 'home.mission', content: 'We &amp; you!' },
            { key: 'home.notice', content: '<p>one two</p>' },
          ],
        },
        location.origin,
      ),
    );
  });
});
