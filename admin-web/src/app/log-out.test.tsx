import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { heldActs } from '../lib/held-back.ts';
import { field, openContent } from '../testing/content-fixture.ts';
import { openAdmin } from '../testing/open-admin.tsx';
import { desk, pane, submission } from '../testing/publishing-fixture.ts';

const drafts = (): string[] => Object.keys(localStorage).filter((key) => key.startsWith('admin-draft:'));

beforeEach(() => {
  heldActs.set(new Map());
  localStorage.clear();
});

describe('a logout', () => {
  it('sends a deletion that is held back before the login ends', async () => {
    const { publishing, written } = desk([submission(1)]);
    const { user, left } = openAdmin('/?tab=publishing&open=s1', {
      publishing,
      identity: {
        logout: () => {
          written.push('logout');
        },
      },
    });
    await user.click(await (await pane()).findByRole('button', { name: 'Delete' }));
    const question = within(await screen.findByRole('dialog', { name: 'Delete ‘Work 1’?' }));
    await user.click(question.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('‘Work 1’ is deleted.')).toBeTruthy();

    await user.click(screen.getByRole('button', { name: 'Log out' }));

    await waitFor(() => expect(left).toHaveBeenCalledWith('/'));
    expect(written).toEqual(['deleted s1', 'logout']);
  });

  it('leaves no draft in the browser, also of what was typed just before (P82)', async () => {
    const { user, left } = openContent('/?tab=content&key=home.mission');
    await user.type(await field(), '!');
    expect(drafts()).toHaveLength(1);

    await user.click(screen.getByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(left).toHaveBeenCalledWith('/'));
    await waitFor(() => expect(screen.queryByLabelText('Text')).toBeNull());
    dispatchEvent(new Event('pagehide'));

    expect(drafts()).toEqual([]);
  });
});
