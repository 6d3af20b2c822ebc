import type { SubmissionDetail } from '@satrangi/contracts';
import { FakeProblem } from '@satrangi/contracts/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { heldActs } from '../lib/held-back.ts';
import { openAdmin } from '../testing/open-admin.tsx';
import { desk, pane, submission } from '../testing/publishing-fixture.ts';

afterEach(() => {
  for (const { undo } of heldActs.get().values()) undo();
});

describe('a submission', () => {
  it.each([
    [true, { status: 'accepted', mail: true }],
    [false, { status: 'accepted', mail: false }],
  ])('asks before a move whether the author is told: %s (PUB-20)', async (isNotified, body) => {
    const { publishing, written } = desk([submission(1)]);
    const { user, fetched } = openAdmin('/?tab=publishing&open=s1', { publishing });
    await user.click(await (await pane()).findByRole('button', { name: 'Accept for publication' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Accept ‘Work 1’ for publication?' }));
    expect(written).toEqual([]);
    if (!isNotified) await user.click(dialog.getByRole('checkbox', { name: 'Tell the author' }));
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

  describe('changed by another admin meanwhile (PUB-20, P81)', () => {
    const newer = submission(1, {
      status: 'declined',
      version: 4,
      notes: [{ at: '2026-11-21T10:00:00.000Z', text: 'Too long for the list' }],
    });
    /** A desk that refuses the version 3, and then has `newer`; and what reached it, with the version. */
    const changedDesk = () => {
      const sent: { body: unknown; version: string | null }[] = [];
      const { publishing } = desk([submission(1)], {
        changeSubmission: ({ body }) => {
          sent.push({ body, version: lastVersion() });
          if (sent.length === 1)
            throw new FakeProblem('version-conflict', 'This submission was changed in the meantime.', {
              current: newer,
            });
          return { ...newer, version: 5, status: body.status ?? newer.status };
        },
      });
      const { user, fetched } = openAdmin('/?tab=publishing&open=s1', { publishing });
      const lastVersion = (): string | null =>
        new Headers(fetched.mock.lastCall?.[1]?.headers).get('if-match');
      return { user, sent };
    };
    const panel = async () =>
      within(await screen.findByRole('dialog', { name: 'Content changed since you opened it' }));

    it('a move shows both states and both notes; what is chosen is written over the newer version', async () => {
      const { user, sent } = changedDesk();
      await user.click(await (await pane()).findByRole('button', { name: 'In review' }));
      const dialog = within(screen.getByRole('dialog'));
      await user.click(dialog.getByRole('checkbox', { name: 'Tell the author' }));
      await user.type(dialog.getByLabelText(/^Private note/), 'Read it again');
      await user.click(dialog.getByRole('button', { name: 'In review' }));
      const shown = await panel();
      expect(shown.getByText(/^It is ‘Not taken’ now\./)).toBeTruthy();
      // words are marked one by one
      const states = shown.getByRole('group', { name: 'State' }).textContent;
      expect(states).toContain('Not taken');
      expect(states).toContain('In review');
      const both = shown.getByRole('group', { name: 'Private note' }).textContent;
      expect(both).toContain('Too long for the list');
      expect(both).toContain('Read it again');
      await user.click(shown.getByRole('button', { name: 'Save what is chosen' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      const body = { status: 'in-review', mail: false, note: 'Read it again' };
      expect(sent).toEqual([
        { body, version: '"3"' },
        { body, version: '"4"' },
      ]);
    });

    it('what is theirs in every field is written no more', async () => {
      const { user, sent } = changedDesk();
      await user.click(await (await pane()).findByRole('button', { name: 'In review' }));
      await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'In review' }));
      const shown = await panel();
      await user.click(shown.getByRole('radio', { name: /^Theirs/ }));
      await user.click(shown.getByRole('button', { name: 'Save what is chosen' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(sent).toHaveLength(1);
      expect(await (await pane()).findByText('Too long for the list')).toBeTruthy();
    });

    it('the way back keeps what was typed, says what the state is now, and decides over that', async () => {
      const { user, sent } = changedDesk();
      await user.click(await (await pane()).findByRole('button', { name: 'In review' }));
      const dialog = within(screen.getByRole('dialog'));
      await user.type(dialog.getByLabelText(/^Private note/), 'Read it again');
      await user.click(dialog.getByRole('button', { name: 'In review' }));
      await user.click((await panel()).getByRole('button', { name: 'Back to my text' }));
      expect(await dialog.findByText('This submission was changed in the meantime.')).toBeTruthy();
      expect(dialog.getByText('It is ‘Not taken’ now.')).toBeTruthy();
      expect(dialog.getByLabelText<HTMLTextAreaElement>(/^Private note/).value).toBe('Read it again');
      await user.click(dialog.getByRole('button', { name: 'In review' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(sent.map(({ version }) => version)).toEqual(['"3"', '"4"']);
    });

    it('a private note shows theirs beside it, and is added to it', async () => {
      const { user, sent } = changedDesk();
      const view = await pane();
      await user.type(await view.findByLabelText('New note'), 'Ask about the ending');
      await user.click(view.getByRole('button', { name: 'Add note' }));
      const shown = await panel();
      const both = shown.getByRole('group', { name: 'Private note' }).textContent;
      expect(both).toContain('Too long for the list');
      await user.click(shown.getByRole('button', { name: 'Save what is chosen' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(sent.at(-1)).toEqual({ body: { note: 'Ask about the ending', mail: true }, version: '"4"' });
      expect(view.getByLabelText<HTMLTextAreaElement>('New note').value).toBe('');
    });
  });

  it('keeps private notes, also when one is refused, and begins replies with the pen name', async () => {
    let isDown = true;
    const inner = desk([submission(1)]);
    const { user } = openAdmin('/?tab=publishing&open=s1', {
      publishing: {
        ...inner.publishing,
        changeSubmission: (input) => {
          if (isDown) throw new FakeProblem('unavailable', 'The service rests');
          // the fixture has this fake, and it answers at once
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

  it('shows the metadata of a file, and offers no download of an infected one (PUB-17)', async () => {
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
