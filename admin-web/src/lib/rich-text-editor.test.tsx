import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import Quill from 'quill/core';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { lostInEditor, RichTextEditor } from './rich-text-editor.tsx';
import { isAllowedLink, LINK_REFUSED } from './text-links.ts';

// jsdom lays nothing out
Range.prototype.getBoundingClientRect = () => new DOMRect();

let present = '';
function Host({ first }: { first: string }) {
  const [value, setValue] = useState(first);
  present = value;
  return <RichTextEditor label="Text" value={value} onChange={setValue} />;
}

const open = async (first: string) => {
  render(<Host first={first} />);
  const root = await screen.findByRole('textbox', { name: 'Text' });
  const quill = Quill.find(root.parentElement as HTMLElement) as Quill;
  return { user: userEvent.setup(), quill };
};

describe('the editor', () => {
  it('keeps a text unchanged until an edit, then writes plain allowed HTML', async () => {
    const first = '<h2>One</h2><p>two <strong>three</strong></p><ul><li>four</li></ul>';
    const { quill } = await open(first);
    expect(present).toBe(first);
    quill.insertText(0, 'A ', 'user');
    await waitFor(() =>
      expect(present).toBe('<h2>A One</h2><p>two <strong>three</strong></p><ul><li>four</li></ul>'),
    );
  });

  it.each([
    ['https://example.org', true],
    ['http://example.org/a?b=c', true],
    ['mailto:a@example.org', true],
    ['TEL:+911234567890', true],
    ['javascript:alert(1)', false],
    [' javascript:alert(1)', false],
    ['data:text/html,x', false],
    ['sms:123', false],
    ['ftp://example.org', false],
    ['example.org', false],
    ['https:', false],
  ])('link %s: %s (ADM-25)', (href, isAllowed) => expect(isAllowedLink(href)).toBe(isAllowed));

  it('refuses other links with the sentence, typed and pasted (ADM-25)', async () => {
    const { user, quill } = await open('<p>one</p>');
    quill.setSelection(0, 3);
    await user.click(screen.getByRole('button', { name: 'Link' }));
    const address = screen.getByLabelText('Address of the link');
    await user.type(address, 'javascript:alert(1){Enter}');
    expect(screen.getByText(LINK_REFUSED)).toBeTruthy();
    expect(present).toBe('<p>one</p>');
    await user.clear(address);
    await user.type(address, 'https://example.org{Enter}');
    await waitFor(() => expect(present).toBe('<p><a href="https://example.org">one</a></p>'));

    quill.clipboard.dangerouslyPasteHTML(
      3,
      '<a href="javascript:alert(2)">bad</a><img src="https://spy.example/x.png">',
      'user',
    );
    expect((await screen.findByRole('alert')).textContent).toBe(LINK_REFUSED);
    await waitFor(() => expect(present).toContain('bad'));
    expect(present).not.toMatch(/javascript|spy/);
  });

  it('opens a text with parts it can not hold as HTML, so that nothing is dropped', async () => {
    const first = '<p lang="hi">एक</p><hr>';
    render(<Host first={first} />);
    const area = await screen.findByLabelText<HTMLTextAreaElement>('Text (HTML)');
    expect(area.value).toBe(first);
    expect(screen.getByText('This text has parts that only the HTML view keeps: lang, hr.')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'HTML' }).disabled).toBe(true);
    expect(lostInEditor('<p>plain <a href="/x">link</a></p>')).toEqual([]);
  });
});
