import type { SectionStatus } from '@satrangi/contracts';
import { FakeProblem } from '@satrangi/contracts/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { dropDrafts, readDrafts } from '../lib/drafts.ts';
import { pictureName } from '../lib/picture-picker.tsx';
import {
  aSection,
  bodyOf,
  confirm,
  fail,
  field,
  ifMatchOf,
  initOf,
  openContent,
} from '../testing/content-fixture.ts';

beforeEach(() => dropDrafts());

describe('the editor', () => {
  it('saves a plain text as HTML with its revision, and shows the state (ADM-19, ADM-23)', async () => {
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

  it('shows the exact sentence when a save fails, keeps the text and a draft (ADM-24, P82)', async () => {
    const { user } = openContent('/?tab=content&key=home.mission', { saveSection: fail });
    await user.type(await field(), '!');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Error saving content.')).toBeTruthy();
    expect((await field()).value).toBe('We & you!');
    expect(readDrafts<{ text: string }>('admin-draft:content:home.mission')[0]?.values.text).toBe(
      'We & you!',
    );
  });

  it('shows both texts when another admin saved, and saves the choice over theirs (P81)', async () => {
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
    expect(ifMatchOf(sent('POST', '/status')[0])).toBe('"rev-We &amp; you"');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent('PUT', '/cms/sections')).toHaveLength(1));
    expect(ifMatchOf(sent('PUT', '/cms/sections')[0])).toBe('"rev-draft"');
  });

  it('does not publish a text that another admin saved since, and shows a sentence (P81)', async () => {
    const setSectionStatus = () => {
      throw new FakeProblem('version-conflict', 'Content changed since you opened it');
    };
    const { user } = openContent('/?tab=content&key=home.mission', { setSectionStatus });
    const toggle = await screen.findByRole<HTMLInputElement>('switch', { name: 'Published' });
    await user.click(toggle);
    expect(await screen.findByText('Content changed since you opened it')).toBeTruthy();
    expect(toggle.checked).toBe(true);
  });

  it('restores a version by its index after a confirmation, which replaces the present text (ADM-20, ADM-21)', async () => {
    const { user, sent } = openContent('/?tab=content&key=home.notice');
    await user.click(await screen.findByRole('button', { name: 'Version History' }));
    const history = within(await screen.findByRole('dialog', { name: 'Version History' }));
    await waitFor(() => expect(history.getByText('three').tagName).toBe('MARK'));
    await user.click(history.getByRole('button', { name: /^Restore the text of 19 Nov/ }));
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
    // an upload sends its body as a form
    const form = initOf(sent('POST', '/upload-image').at(-1)).body as FormData;
    // the field of a file is a file
    expect((form.get('image') as File).name).toBe('cover.png');
    const text = await screen.findByRole('textbox', { name: 'Text' });
    await waitFor(() => expect(text.querySelector('img')?.getAttribute('alt')).toBe('A lamp'));
  });
});
