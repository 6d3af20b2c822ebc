import { FakeProblem } from '@satrangi/contracts/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { heldActs } from '../lib/held-back.ts';
import { openAdmin } from '../testing/open-admin.tsx';
import { desk, LONG, pane, submission } from '../testing/publishing-fixture.ts';

afterEach(() => {
  for (const { undo } of heldActs.get().values()) undo();
});

describe('Publishing', () => {
  it('has its columns, 20 to a page of 10, 20, 50 or 100, Prev and Next, and 80 characters (ADM-15)', async () => {
    const { publishing, queries } = desk([submission(1), submission(2)]);
    const { user } = openAdmin('/?tab=publishing', { publishing });
    await screen.findByText('Work 1');
    // the first column is the boxes
    expect(
      screen
        .getAllByRole('columnheader')
        .slice(1)
        .map(({ textContent }) => textContent),
    ).toEqual(['Title', 'Author', 'Media', 'Status', 'Received', 'Description']);
    expect(queries.at(-1)).toMatchObject({ page: 1, pageSize: 20 });
    const text = screen.getAllByRole('row')[1]?.querySelectorAll('td')[6]?.textContent ?? '';
    expect(text.endsWith('…')).toBe(true);
    expect(text.length).toBe(81);
    expect(LONG.startsWith(text.slice(0, 80))).toBe(true);

    const sizes = screen.getByRole('combobox', { name: 'Rows' });
    expect(
      within(sizes)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['10', '20', '50', '100']);
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await waitFor(() => expect(queries.at(-1)).toMatchObject({ page: 2, pageSize: 20 }));
    expect(location.search).toBe('?tab=publishing&page=2');
    await user.click(screen.getByRole('button', { name: 'Prev' }));
    await user.selectOptions(sizes, '50');
    await waitFor(() => expect(queries.at(-1)).toMatchObject({ page: 1, pageSize: 50 }));
  });

  it('searches 400 ms after the last key, and by state; both are in the address (ADM-15)', async () => {
    const { publishing, queries } = desk([submission(1)]);
    const { user } = openAdmin('/?tab=publishing', { publishing });
    await screen.findByText('Work 1');
    const before = queries.length;
    await user.type(screen.getByRole('searchbox'), 'bus');
    expect(queries).toHaveLength(before);
    await waitFor(() => expect(queries.at(-1)?.search).toBe('bus'));
    expect(queries.filter(({ search }) => search)).toHaveLength(1);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'received');
    await waitFor(() => expect(queries.at(-1)).toMatchObject({ search: 'bus', status: 'received' }));
    expect(location.search).toBe('?tab=publishing&q=bus&status=received');
  });

  it('chosen ones move together over the version that is shown, each refusal with its sentence (PUB-20)', async () => {
    const { publishing, written } = desk([submission(1), submission(2), submission(3)]);
    const versions: (string | null)[] = [];
    const { user, fetched } = openAdmin('/?tab=publishing', {
      publishing: {
        ...publishing,
        changeSubmission: (call) => {
          if (call.params.id === 's2') throw new FakeProblem('validation-failed', 'A note is required.');
          return (publishing.changeSubmission as NonNullable<typeof publishing.changeSubmission>)(call);
        },
      },
    });
    await user.click(await screen.findByRole('checkbox', { name: 'Select Work 1' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select Work 2' }));
    await user.click(screen.getByRole('button', { name: 'Decline' }));
    const question = within(screen.getByRole('dialog', { name: 'Decline 2 submissions?' }));
    await user.click(question.getByRole('checkbox', { name: 'Tell the authors' }));
    await user.type(question.getByLabelText(/^Private note/), 'Full this year');
    await user.click(question.getByRole('button', { name: 'Decline' }));
    expect(await screen.findByText('1 done, 1 refused, 0 left')).toBeTruthy();
    for (const [url, init] of fetched.mock.calls)
      if (init?.method === 'PATCH' && String(url).includes('/s1'))
        versions.push(new Headers(init.headers).get('if-match'));
    expect(written).toEqual([{ status: 'declined', mail: false, note: 'Full this year' }]);
    expect(versions).toEqual(['"3"']);
    const refused = within(screen.getByRole('dialog', { name: 'Decline' })).getByRole('listitem');
    expect(refused.textContent).toBe('Work 2: A note is required.');
  });

  it('one that another admin moved while the question was open is skipped, not moved over their decision', async () => {
    const { publishing, written } = desk([submission(1)]);
    let isTheirs = false;
    const { user, client, fetched } = openAdmin('/?tab=publishing', {
      publishing: {
        ...publishing,
        listSubmissions: ({ query: { page, pageSize } }) => ({
          results: [submission(1, isTheirs ? { status: 'accepted', version: 4 } : {})],
          total: 1,
          page,
          pageSize,
        }),
        changeSubmission: () => {
          throw new FakeProblem('version-conflict', 'Somebody else has changed this submission.');
        },
      },
    });
    await user.click(await screen.findByRole('checkbox', { name: 'Select Work 1' }));
    await user.click(screen.getByRole('button', { name: 'Decline' }));
    const question = within(screen.getByRole('dialog', { name: 'Decline 1 submission?' }));
    isTheirs = true;
    await act(() => client.invalidateQueries({ queryKey: ['publishing'] }));
    await screen.findByText('Accepted for publication', { selector: 'td *' });

    await user.click(question.getByRole('button', { name: 'Decline' }));

    expect(await screen.findByText('0 done, 0 refused, 1 skipped, 0 left')).toBeTruthy();
    const patched = fetched.mock.calls.filter(([, init]) => init?.method === 'PATCH');
    expect(patched.map(([, init]) => new Headers(init?.headers).get('if-match'))).toEqual(['"3"']);
    expect(written).toEqual([]);
  });

  it('that could not be loaded say so, with their head; and that there are none (ADM-15)', async () => {
    let isDown = true;
    const { publishing } = desk([], {
      listSubmissions: ({ query: { page, pageSize } }) => {
        if (isDown) throw new FakeProblem('unavailable', 'Not now');
        return { results: [], total: 0, page, pageSize };
      },
    });
    const { user } = openAdmin('/?tab=publishing', { publishing });
    expect(await screen.findByText('Failed to load submissions')).toBeTruthy();
    expect(screen.getByRole('columnheader', { name: 'Title' })).toBeTruthy();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Nobody has sent in a work yet.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open the form for authors' }).getAttribute('href')).toBe(
      '/publishing',
    );
  });

  it('opens a submission by Enter, J and K go through, Esc and Back close it', async () => {
    const { publishing } = desk([submission(1), submission(2)]);
    const { user } = openAdmin('/?tab=publishing&status=received', { publishing });
    await screen.findByText('Work 1');
    await user.keyboard('j{Enter}');
    expect(await (await pane()).findByRole('heading', { name: 'Work 1' })).toBeTruthy();
    expect(location.search).toBe('?tab=publishing&status=received&open=s1');
    await user.keyboard('j');
    expect(await (await pane()).findByRole('heading', { name: 'Work 2' })).toBeTruthy();
    await user.keyboard('jk');
    expect(await (await pane()).findByRole('heading', { name: 'Work 1' })).toBeTruthy();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(location.search).toBe('?tab=publishing&status=received'));
  });
});
