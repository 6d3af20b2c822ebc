import { type cmsApi, type Letter, type LetterSend, UserId } from '@satrangi/contracts';
import { type FakeAnswers, FakeProblem } from '@satrangi/contracts/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aSend } from '../testing/letters.ts';
import { openAdmin } from '../testing/open-admin.tsx';

const AT = '2026-11-20T10:00:00.000Z';
const LINK = 'https://docs.google.com/document/d/abcdefghijklmnopqrstuvwxyz/edit';

const letter: Letter = {
  _id: 'l1',
  subject: 'News of the month',
  preheader: '',
  content: '<p>Hello from the press</p>',
  updatedAt: AT,
  createdAt: AT,
};

/** Newsletters with this many readers, one draft and no send. */
const desk = (readers: number, more: FakeAnswers<typeof cmsApi> = {}): FakeAnswers<typeof cmsApi> => ({
  listLetters: () => [letter],
  getLetter: () => letter,
  listSends: () => [],
  letterLockScreen: () => ({ from: 'News', subject: letter.subject, preview: 'A letter for you', words: [] }),
  listSubscribers: ({ query: { page, pageSize } }) => ({
    results: [{ _id: 'x', email: 'a•••@e•••', state: 'active', askedAt: AT, confirmedAt: AT }],
    total: 3,
    readers,
    page,
    pageSize,
  }),
  ...more,
});

describe('Newsletters', () => {
  it('refuses a link that is no Google document, before any call (ADM-34)', async () => {
    const written: object[] = [];
    const { user } = openAdmin('/?tab=newsletters', {
      cms: desk(3, {
        importLetter: ({ body }) => {
          written.push(body);
          return letter;
        },
      }),
    });
    await user.click(await screen.findByRole('button', { name: 'New letter' }));
    const form = within(await screen.findByRole('form', { name: 'New letter' }));
    const fill = async (label: string, text: string): Promise<void> => {
      await user.clear(form.getByLabelText(label));
      await user.paste(text);
    };
    await fill('Subject', 'News of the month');
    await fill('Document link', 'https://evil.example/document/d/x');
    await user.click(form.getByRole('button', { name: 'Make a draft' }));
    expect(
      await form.findByText(
        'Please enter a valid Google Docs URL (e.g., https://docs.google.com/document/d/...)',
      ),
    ).toBeTruthy();
    expect(written).toEqual([]);
    await fill('Document link', LINK);
    await user.click(form.getByRole('button', { name: 'Make a draft' }));
    expect(await screen.findByRole('form', { name: 'Letter' })).toBeTruthy();
    expect(written).toEqual([{ driveLink: LINK, subject: 'News of the month' }]);
    expect(location.search).toBe('?tab=newsletters&open=l1');
  });

  it('keeps what was typed of a new letter, and offers it back (P82)', async () => {
    const first = openAdmin('/?tab=newsletters&open=new', { cms: desk(3, {}) });
    await first.user.type(await screen.findByLabelText('Subject'), 'News of the month');
    await first.user.type(screen.getByLabelText('Document link'), LINK);
    cleanup();
    const { user } = openAdmin('/?tab=newsletters&open=new', { cms: desk(3, {}) });
    await user.click(await screen.findByRole('button', { name: 'Use it' }));
    expect(screen.getByLabelText<HTMLInputElement>('Subject').value).toBe('News of the month');
    expect(screen.getByLabelText<HTMLInputElement>('Document link').value).toBe(LINK);
  });

  it('previews, sends to oneself, and to all with their number in the button after a question (ADM-34)', async () => {
    const sent: object[] = [];
    let isDown = true;
    const { user } = openAdmin('/?tab=newsletters&open=l1', {
      cms: desk(3, {
        testLetter: () => ({ ok: true, message: 'The test is on its way to you.', words: [] }),
        sendLetter: ({ body }) => {
          if (isDown)
            throw new FakeProblem('unavailable', 'No mail server is set, so no letter can be sent.');
          sent.push(body);
          return { sendId: 's1', state: 'done', sent: 3, total: 3, message: 'Sent to 3 of 3 readers.' };
        },
      }),
    });
    await user.click(await screen.findByRole('button', { name: 'Preview' }));
    expect(
      within(screen.getByRole('region', { name: 'Preview' })).getByText('Hello from the press'),
    ).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Send to myself' }));
    expect(await screen.findByText('The test is on its way to you.')).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: 'Send to 3 readers' }));
    const question = within(screen.getByRole('dialog', { name: 'Send ‘News of the month’ to 3 readers?' }));
    expect(question.queryByRole('textbox')).toBeNull();
    await user.click(question.getByRole('button', { name: 'Send to 3 readers' }));
    expect(await question.findByText('Failed to send newsletter.')).toBeTruthy();
    isDown = false;
    await user.click(question.getByRole('button', { name: 'Send to 3 readers' }));
    expect(await screen.findByText('Sent to 3 of 3 readers.')).toBeTruthy();
    // of the text on the screen: a newer one is not sent unread (P81)
    expect(sent).toEqual([{ knowingly: false, updatedAt: AT }]);
  });

  it('above 1,000 readers their number must be typed (ADM-34)', async () => {
    const sent: object[] = [];
    const { user } = openAdmin('/?tab=newsletters&open=l1', {
      cms: desk(1001, {
        sendLetter: ({ body }) => {
          sent.push(body);
          return {
            sendId: 's1',
            state: 'sending',
            sent: 0,
            total: 1001,
            message: 'Sending to 1001 readers.',
          };
        },
      }),
    });
    await user.click(await screen.findByRole('button', { name: 'Send to 1,001 readers' }));
    const question = within(screen.getByRole('dialog', { name: /^Send ‘News of the month’/ }));
    const button = question.getByRole<HTMLButtonElement>('button', { name: 'Send to 1,001 readers' });
    expect(button.disabled).toBe(true);
    await user.type(question.getByLabelText('Type 1001 to send it'), '1000');
    expect(button.disabled).toBe(true);
    await user.type(question.getByLabelText('Type 1001 to send it'), '{Backspace}1');
    await user.click(button);
    expect(await screen.findByText('Sending to 1001 readers.')).toBeTruthy();
    expect(sent).toHaveLength(1);
  });

  it('shows when the server gave no numbers (ADM-34)', async () => {
    const { user, fetched } = openAdmin('/?tab=newsletters&open=l1', { cms: desk(3) });
    const fake = fetched.getMockImplementation();
    fetched.mockImplementation(async (input, init) =>
      String(input).endsWith('/send')
        ? Response.json({ ok: true })
        : (fake?.(input, init) as Promise<Response>),
    );
    await user.click(await screen.findByRole('button', { name: 'Send to 3 readers' }));
    const question = within(screen.getByRole('dialog', { name: /^Send ‘News of the month’/ }));
    await user.click(question.getByRole('button', { name: 'Send to 3 readers' }));
    expect(
      await screen.findByText('Newsletter sent, but server did not return delivery stats.'),
    ).toBeTruthy();
  });

  it('words that may out a reader must be meant (BEY-01)', async () => {
    const sent: unknown[] = [];
    const { user } = openAdmin('/?tab=newsletters&open=l1', {
      cms: desk(3, {
        letterLockScreen: () => ({ from: 'News', subject: 'Pride', preview: '', words: ['Pride'] }),
        sendLetter: ({ body: { knowingly } }) => {
          sent.push(knowingly);
          if (!knowingly) throw new FakeProblem('may-out-readers', 'A phone may show this to others: Pride.');
          return { sendId: 's1', state: 'done', sent: 3, total: 3, message: 'Sent to 3 of 3 readers.' };
        },
      }),
    });
    expect((await screen.findByText(/^A phone may show this to others/)).textContent).toContain('Pride');
    await user.click(await screen.findByRole('button', { name: 'Send to 3 readers' }));
    const question = within(screen.getByRole('dialog', { name: /^Send ‘News of the month’/ }));
    await user.click(question.getByRole('button', { name: 'Send to 3 readers' }));
    expect(await question.findByText('A phone may show this to others: Pride.')).toBeTruthy();
    await user.click(question.getByRole('checkbox', { name: /^I mean the words Pride/ }));
    await user.click(question.getByRole('button', { name: 'Send to 3 readers' }));
    await waitFor(() => expect(sent).toEqual([false, true]));
  });

  it('shows the last sends with progress; pauses, resumes, cancels after a question, and retries', async () => {
    let now = aSend();
    const acts: string[] = [];
    const act = (name: string, next: Partial<LetterSend>) => (): LetterSend => {
      acts.push(name);
      now = aSend(next);
      return now;
    };
    const { user } = openAdmin('/?tab=newsletters', {
      cms: desk(3, {
        listSends: () => [now],
        pauseSend: act('pause', { state: 'paused' }),
        resumeSend: act('resume', { state: 'sending', sent: 60 }),
        cancelSend: act('cancel', { state: 'cancelled', sent: 60, skipped: 38 }),
        retryFailed: act('retry', { state: 'sending' }),
      }),
    });
    expect(await screen.findByText('40 of 100 sent, 1 failed, 2 skipped, 1 in doubt')).toBeTruthy();
    const bar = screen.getByRole<HTMLProgressElement>('progressbar', {
      name: 'Progress of News of the month',
    });
    expect([bar.value, bar.max]).toEqual([44, 100]);
    await user.click(screen.getByRole('button', { name: /^Pause/ }));
    await user.click(await screen.findByRole('button', { name: /^Resume/ }));
    await user.click(await screen.findByRole('button', { name: /^Cancel/ }));
    const question = within(screen.getByRole('dialog', { name: 'Cancel the send of ‘News of the month’?' }));
    expect(acts).toEqual(['pause', 'resume']);
    await user.click(question.getByRole('button', { name: 'Cancel the send' }));
    await user.click(await screen.findByRole('button', { name: /^Retry the failed/ }));
    await waitFor(() => expect(acts).toEqual(['pause', 'resume', 'cancel', 'retry']));
  });

  it('a letter to many readers waits: another admin approves it, who sent it may stop it only (BEY-07)', async () => {
    const waiting = { state: 'waiting', total: 612, sent: 0, failed: 0, skipped: 0, doubtful: 0 } as const;
    const startsAt = '2026-11-20T10:10:00.000Z';
    const ids = { own: UserId.parse('asha'), other: UserId.parse('meera') };
    const sends = [
      aSend({ ...waiting, startsAt, sendId: 'own', subject: 'Mine', by: ids.own }),
      aSend({ ...waiting, startsAt, sendId: 'other', subject: 'Theirs', by: ids.other }),
    ];
    const acts: string[] = [];
    const { user } = openAdmin('/?tab=newsletters', {
      cms: desk(612, {
        listSends: () => sends,
        approveSend: ({ params: { id } }) => {
          acts.push(`approve ${id}`);
          return aSend({ sendId: id });
        },
        cancelSend: ({ params: { id } }) => {
          acts.push(`stop ${id}`);
          return aSend({ sendId: id, state: 'cancelled' });
        },
      }),
    });

    const lines = await screen.findAllByText(/^To 612 readers\. Begins at \d\d:\d\d unless it is stopped\.$/);
    expect(lines).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Approve: Mine' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Approve: Theirs' }));
    await user.click(screen.getByRole('button', { name: 'Stop: Mine' }));
    const question = within(screen.getByRole('dialog', { name: 'Stop ‘Mine’?' }));
    expect(question.getByText('Nobody gets this letter. Its draft stays.')).toBeTruthy();
    await user.click(question.getByRole('button', { name: 'Stop it' }));
    await waitFor(() => expect(acts).toEqual(['approve other', 'stop own']));
  });

  it('lists subscribers with masked addresses, by a whole address and state', async () => {
    const queries: object[] = [];
    const inner = desk(3);
    const { user } = openAdmin('/?tab=newsletters', {
      cms: {
        ...inner,
        listSubscribers: (input) => {
          queries.push(input.query);
          // a fake may answer a promise or a value; the outer one passes on what it gets
          return inner.listSubscribers?.(input) as never;
        },
      },
    });
    expect(await screen.findByText('a•••@e•••')).toBeTruthy();
    await user.type(screen.getByRole('searchbox'), 'asha@example.org');
    await waitFor(() => expect(queries.at(-1)).toMatchObject({ q: 'asha@example.org', pageSize: 20 }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'active');
    await waitFor(() => expect(queries.at(-1)).toMatchObject({ q: 'asha@example.org', state: 'active' }));
    expect(location.search).toBe('?tab=newsletters&q=asha%40example.org&state=active');
  });
});
