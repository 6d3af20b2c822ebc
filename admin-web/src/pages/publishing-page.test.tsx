import type { publishingApi, SubmissionDetail } from '@satrangi/contracts';
import { type FakeAnswers, FakeProblem } from '@satrangi/contracts/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { heldActs } from '../lib/held-back.ts';
import { openAdmin } from '../testing/open-admin.tsx';

const AT = '2026-11-20T10:00:00.000Z';
const LONG = `${'word '.repeat(15)}and these go beyond eighty characters`;

const submission = (n: number, more: Partial<SubmissionDetail> = {}): SubmissionDetail =>
  ({
    _id: `s${n}`,
    id: `s${n}`,
    number: `SUB-00000${n}K`,
    title: `Work ${n}`,
    name: 'Zoya',
    email: 'zoya@reader.example',
    description: LONG,
    media: 'oral-history',
    driveLink: 'https://drive.google.com/file/d/abcdefghijk/view',
    status: 'received',
    version: 3,
    createdAt: AT,
    creatorId: null,
    history: [{ at: AT, to: 'received', by: 'author' }],
    notes: [],
    file: null,
    mediaId: null,
    ...more,
  }) as SubmissionDetail;

type Asked = { page: number; pageSize: number; search?: string | undefined; status?: string | undefined };

/** A desk with these submissions; records what the list was asked and what was written. */
const desk = (all: SubmissionDetail[], more: FakeAnswers<typeof publishingApi> = {}) => {
  const asked: Asked[] = [];
  const written: unknown[] = [];
  let kept = all;
  const find = (id: string): SubmissionDetail => {
    const found = kept.find(({ _id }) => _id === id);
    if (!found) throw new FakeProblem('not-found', 'Submission not found');
    return found;
  };
  const publishing: FakeAnswers<typeof publishingApi> = {
    listSubmissions: ({ query }) => {
      asked.push(query);
      return { results: kept, total: 45, page: query.page, pageSize: query.pageSize };
    },
    getSubmission: ({ params }) => find(params.id),
    changeSubmission: ({ params, body }) => {
      written.push(body);
      const before = find(params.id);
      const after = {
        ...before,
        status: body.status ?? before.status,
        version: before.version + 1,
        notes: body.note ? [...before.notes, { at: AT, text: body.note }] : before.notes,
      };
      kept = kept.map((each) => (each._id === after._id ? after : each));
      return after;
    },
    deleteSubmission: ({ params }) => {
      written.push(`deleted ${params.id}`);
      kept = kept.filter(({ _id }) => _id !== params.id);
    },
    ...more,
  };
  return { publishing, asked, written };
};

const pane = async () => within(await screen.findByRole('article', { name: 'Submission' }));

afterEach(() => {
  vi.useRealTimers();
  for (const { undo } of heldActs.get().values()) undo();
});

describe('Publishing', () => {
  it('has its columns, 20 to a page of 10, 20, 50 or 100, Prev and Next, and 80 characters (ADM-15)', async () => {
    const { publishing, asked } = desk([submission(1), submission(2)]);
    const { user } = openAdmin('/?tab=publishing', { publishing });
    await screen.findByText('Work 1');
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Title',
      'Author',
      'Media',
      'Status',
      'Received',
      'Description',
    ]);
    expect(asked.at(-1)).toMatchObject({ page: 1, pageSize: 20 });
    const text = screen.getAllByRole('row')[1]?.querySelectorAll('td')[5]?.textContent ?? '';
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
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ page: 2, pageSize: 20 }));
    expect(location.search).toBe('?tab=publishing&page=2');
    await user.click(screen.getByRole('button', { name: 'Prev' }));
    await user.selectOptions(sizes, '50');
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ page: 1, pageSize: 50 }));
  });

  it('searches 400 ms after the last key, and by state; both are in the address (ADM-15)', async () => {
    const { publishing, asked } = desk([submission(1)]);
    const { user } = openAdmin('/?tab=publishing', { publishing });
    await screen.findByText('Work 1');
    const before = asked.length;
    await user.type(screen.getByRole('searchbox'), 'bus');
    expect(asked).toHaveLength(before);
    await waitFor(() => expect(asked.at(-1)?.search).toBe('bus'));
    expect(asked.filter(({ search }) => search)).toHaveLength(1);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'received');
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ search: 'bus', status: 'received' }));
    expect(location.search).toBe('?tab=publishing&q=bus&status=received');
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

  it.each([
    [true, { status: 'accepted', mail: true }],
    [false, { status: 'accepted', mail: false }],
  ])('asks before a move whether the author is told: %s (PUB-20)', async (isTold, body) => {
    const { publishing, written } = desk([submission(1)]);
    const { user, fetched } = openAdmin('/?tab=publishing&open=s1', { publishing });
    await user.click(await (await pane()).findByRole('button', { name: 'Accept for publication' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Accept ‘Work 1’ for publication?' }));
    expect(written).toEqual([]);
    if (!isTold) await user.click(dialog.getByRole('checkbox', { name: 'Tell the author' }));
    await user.click(dialog.getByRole('button', { name: 'Accept for publication' }));
    await waitFor(() => expect(written).toEqual([body]));
    const patch = fetched.mock.calls.find(([, init]) => init?.method === 'PATCH')?.[1];
    expect(new Headers(patch?.headers).get('if-match')).toBe('"3"');
    const link = await (await pane()).findByRole('link', { name: 'Create media item' });
    expect(link.getAttribute('href')).toContain('tab=media');
    expect(link.getAttribute('href')).toContain('submissionId=s1');
  });

  it('a decision is changed only with a note (PUB-20)', async () => {
    const { publishing, written } = desk([submission(1, { status: 'declined' })]);
    const { user } = openAdmin('/?tab=publishing&open=s1', { publishing });
    await user.click(await (await pane()).findByRole('button', { name: 'Reopen' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Reopen ‘Work 1’?' }));
    await user.click(dialog.getByRole('button', { name: 'Reopen' }));
    expect(await dialog.findByText('Please add a note that says why a decision is changed.')).toBeTruthy();
    expect(written).toEqual([]);
    await user.type(dialog.getByLabelText(/^Private note/), 'A second reading');
    await user.click(dialog.getByRole('button', { name: 'Reopen' }));
    await waitFor(() =>
      expect(written).toEqual([{ status: 'in-review', mail: true, note: 'A second reading' }]),
    );
  });

  it('a move over a newer version writes nothing and shows what it is now (PUB-20)', async () => {
    const newer = submission(1, { status: 'declined', version: 4 });
    const { publishing } = desk([submission(1)], {
      changeSubmission: () => {
        throw new FakeProblem('version-conflict', 'This submission was changed in the meantime.', {
          current: newer,
        });
      },
    });
    const { user } = openAdmin('/?tab=publishing&open=s1', { publishing });
    await user.click(await (await pane()).findByRole('button', { name: 'In review' }));
    const dialog = within(screen.getByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'In review' }));
    expect(await dialog.findByText('This submission was changed in the meantime.')).toBeTruthy();
    expect(dialog.getByText('It is ‘Not taken’ now.')).toBeTruthy();
  });

  it('keeps private notes, also when one is refused, and begins replies with the pen name', async () => {
    let isDown = true;
    const inner = desk([submission(1)]);
    const { user } = openAdmin('/?tab=publishing&open=s1', {
      publishing: {
        ...inner.publishing,
        changeSubmission: (input) => {
          if (isDown) throw new FakeProblem('unavailable', 'The service rests');
          return inner.publishing.changeSubmission?.(input) as SubmissionDetail;
        },
      },
    });
    const view = await pane();
    const note = await view.findByLabelText<HTMLTextAreaElement>('New note');
    await user.type(note, 'Ask about the ending');
    await user.click(view.getByRole('button', { name: 'Add note' }));
    expect(await view.findByText('The service rests')).toBeTruthy();
    expect(note.value).toBe('Ask about the ending');
    isDown = false;
    await user.click(view.getByRole('button', { name: 'Add note' }));
    await waitFor(() => expect(note.value).toBe(''));
    expect(view.getByText('Ask about the ending')).toBeTruthy();

    await user.selectOptions(view.getByLabelText('Begin with'), 'thanks');
    const reply = view.getByLabelText<HTMLTextAreaElement>('Reply to Zoya');
    expect(reply.value).toMatch(/^Dear Zoya,\n\nThank you for ‘Work 1’/);
    const mail = view.getByRole('link', { name: 'Open in the mail program' }).getAttribute('href') ?? '';
    expect(mail).toMatch(/^mailto:zoya@reader\.example\?subject=News%20about%20what%20you%20sent%20us&body=/);
  });

  it('shows the facts of a file, and hands an infected one out to nobody (PUB-17)', async () => {
    const file = {
      kind: 'docx',
      bytes: 2_621_440,
      sha256: 'a'.repeat(64),
      store: 'disk',
      openings: 2,
    } as const;
    const driveLink = 'https://satrangi.example/api/publishing/files/u1#signature';
    const { publishing } = desk([
      submission(1, { driveLink, file: { ...file, warnings: ['macros'], scan: 'clean' } }),
      submission(2, { driveLink, file: { ...file, warnings: [], scan: 'infected' } }),
    ]);
    const { user } = openAdmin('/?tab=publishing&open=s1', { publishing });
    const view = await pane();
    expect(await view.findByText('DOCX, 2.5 MB, opened 2 times')).toBeTruthy();
    expect(view.getByText('Scanned, nothing found')).toBeTruthy();
    expect(view.getByText(/^It holds macros\./)).toBeTruthy();
    expect(view.getByRole('button', { name: 'Download the file' })).toBeTruthy();
    await screen.findAllByText('Work 2');
    await user.keyboard('j');
    const infected = await pane();
    expect(await infected.findByText(/^The virus scanner found something/)).toBeTruthy();
    expect(infected.queryByRole('button', { name: 'Download the file' })).toBeNull();
  });

  it('a deletion asks with the title, is held back ten seconds, and can be undone', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { publishing, written } = desk([submission(1), submission(2)]);
    const { user } = openAdmin('/?tab=publishing&open=s1', { publishing });
    const remove = async (): Promise<void> => {
      await user.click(await (await pane()).findByRole('button', { name: 'Delete' }));
      const dialog = within(screen.getByRole('dialog', { name: 'Delete ‘Work 1’?' }));
      await user.click(dialog.getByRole('button', { name: 'Delete' }));
      expect(await screen.findByText('‘Work 1’ is deleted.')).toBeTruthy();
    };
    await screen.findByRole('button', { name: 'Work 1' });
    await remove();
    expect(screen.queryByRole('button', { name: 'Work 1' })).toBeNull();
    expect(await (await pane()).findByRole('heading', { name: 'Work 2' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await user.click(await screen.findByRole('button', { name: 'Work 1' }));
    await vi.advanceTimersByTimeAsync(11_000);
    expect(written).toEqual([]);

    await remove();
    await vi.advanceTimersByTimeAsync(9_000);
    expect(written).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_500);
    await waitFor(() => expect(written).toEqual(['deleted s1']));
    await waitFor(() => expect(heldActs.get().size).toBe(0));
    expect(screen.queryByRole('button', { name: 'Work 1' })).toBeNull();
  });

  it('a deletion that was held back goes out when the page is left; a refused one brings its row back', async () => {
    const { publishing } = desk([submission(1)], {
      deleteSubmission: () => {
        throw new FakeProblem('unavailable', 'The service rests');
      },
    });
    const { user, fetched } = openAdmin('/?tab=publishing&open=s1', { publishing });
    await user.click(await (await pane()).findByRole('button', { name: 'Delete' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await screen.findByText('‘Work 1’ is deleted.');
    dispatchEvent(new Event('pagehide'));
    expect(await screen.findByText('‘Work 1’ could not be deleted. The service rests')).toBeTruthy();
    const sent = fetched.mock.calls.find(([, init]) => init?.method === 'DELETE')?.[1];
    expect(sent?.keepalive).toBe(true);
    expect(await screen.findByRole('button', { name: 'Work 1' })).toBeTruthy();
  });
});
