import type { AuthorView } from '@satrangi/contracts';
import { FakeProblem } from '@satrangi/contracts/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openPage } from '../../testing/open-page.tsx';
import {
  aReceipt,
  aSubmission,
  type PublishingResponses,
  publishingServers,
} from '../../testing/publishing-servers.ts';
import { statusSteps } from './status-steps.ts';

const LINK = '/publishing/status#t=id.secret-signature';
const at = '2026-11-21T10:00:00.000Z';

const open = async (responses: PublishingResponses = {}, address = LINK) => {
  const opened = openPage(address, {
    server: publishingServers({ submissionStatus: () => aSubmission(), ...responses }),
  });
  await screen.findByRole('heading', { level: 1 });
  return opened;
};

describe('/publishing/status (PUB-21)', () => {
  it('takes the token out of the address at once and sends it in a body only', async () => {
    const { where, hash, fetched } = await open();
    await screen.findByRole('heading', { name: 'Night Bus' });
    await waitFor(() => expect([where(), hash()]).toEqual(['/publishing/status', '']));
    expect(fetched.mock.calls.map(([url]) => String(url)).join()).not.toContain('secret');
    const [, init] = fetched.mock.calls.find(([url]) => String(url) === '/api/publishing/status') ?? [];
    expect(init?.body).toBe('{"token":"id.secret-signature"}');
  });

  it('has a neutral title, the number, the steps and the history', async () => {
    const history: AuthorView['history'] = [
      { at: '2026-11-20T10:00:00.000Z', to: 'received', by: 'author' },
      { at, to: 'in-review', by: 'admin' },
    ];
    await open({ submissionStatus: () => aSubmission({ status: 'in-review', history }) });
    const steps = await screen.findByRole('list', { name: 'Where it stands' });
    expect(document.title).toMatch(/^What you sent us/);
    expect(document.title).not.toContain('Night Bus');
    expect(screen.getByText('SUB-10482K')).toBeTruthy();
    const current = within(steps)
      .getAllByRole('listitem')
      .filter((step) => step.getAttribute('aria-current') === 'step');
    expect(current.map((step) => step.textContent)).toEqual(['In review21 Nov 2026']);
    const entries = within(screen.getByRole('region', { name: 'History' })).getAllByRole('listitem');
    expect(entries.map(({ textContent }) => textContent?.replace(/^.*m/i, ''))).toEqual([
      'Received, by you',
      'In review, by the editors',
    ]);
  });

  it.each<[string, Partial<AuthorView>, string[]]>([
    ['received', {}, ['Received: current', 'In review: open', 'Decision: open', 'On the shelf: open']],
    [
      'accepted without a review',
      { status: 'accepted' },
      ['Received: done', 'In review: done', 'Accepted for publication: current', 'On the shelf: open'],
    ],
    [
      'published',
      { status: 'accepted', itemPath: '/ebook/x' },
      ['Received: done', 'In review: done', 'Accepted for publication: done', 'On the shelf: current'],
    ],
    ['declined', { status: 'declined' }, ['Received: done', 'In review: done', 'Not taken: current']],
    ['withdrawn', { status: 'withdrawn' }, ['Received: done', 'In review: done', 'Withdrawn: current']],
  ])('shows the steps of a submission that is %s (PUB-20)', (_, change, expected) => {
    const steps = statusSteps(aSubmission(change));
    expect(steps.map(({ label, state }) => `${label}: ${state}`)).toEqual(expected);
  });

  it('leads to the published item (PUB-22)', async () => {
    await open({
      submissionStatus: () => aSubmission({ status: 'accepted', canWithdraw: false, itemPath: '/ebook/x' }),
    });
    const link = await screen.findByRole('link', { name: 'See it on the shelf' });
    expect(link.getAttribute('href')).toBe('/ebook/x');
    expect(screen.getByText('It is published, and readers can find it.')).toBeTruthy();
    expect(screen.queryByText(/We would like to publish it/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
  });

  it('shows the state before its steps, and whom to ask about which number', async () => {
    await open();
    const state = await screen.findByText('It has arrived. A person reads it next.');
    const steps = screen.getByRole('list', { name: 'Where it stands' });
    expect(state.compareDocumentPosition(steps)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    const address = screen.getByRole('link', { name: 'hello@satrangi.example' });
    expect(address.getAttribute('href')).toBe('mailto:hello@satrangi.example?subject=SUB-10482K');
  });

  it('withdraws after the typed word, and offers the proof of deletion (PUB-20, BEY-10)', async () => {
    const withdraw = vi.fn((_input: { body: object }) =>
      aSubmission({
        status: 'withdrawn',
        canWithdraw: false,
        history: [...aSubmission().history, { at, to: 'withdrawn', by: 'author' }],
        receipt: aReceipt(),
        deletion: aReceipt({ kind: 'deletion' }),
      }),
    );
    const { user } = await open({ withdraw });
    await user.click(await screen.findByRole('button', { name: 'Withdraw' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw your work?' }));
    const confirm = dialog.getByRole('button', { name: 'Withdraw' });
    expect(confirm.hasAttribute('disabled')).toBe(true);
    await user.type(dialog.getByLabelText('Why? (optional)'), 'Taken elsewhere.');
    await user.type(dialog.getByLabelText("Type 'withdraw' to confirm"), ' Withdraw ');
    await user.click(confirm);

    const state = await screen.findByText('Your submission is withdrawn.');
    await waitFor(() => expect(document.activeElement).toBe(state));
    expect(withdraw.mock.calls[0]?.[0].body).toEqual({
      token: 'id.secret-signature',
      reason: 'Taken elsewhere.',
    });
    expect(screen.getByRole('region', { name: 'Your receipt' })).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Proof of deletion' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
  });

  it('shows when it was decided in the meantime, and shows the decision', async () => {
    const answers = [aSubmission(), aSubmission({ status: 'accepted', canWithdraw: false })];
    const { user } = await open({
      submissionStatus: () => answers.shift() ?? aSubmission(),
      withdraw: () => {
        throw new FakeProblem('too-late', 'That step is not possible any more.');
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Withdraw' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw your work?' }));
    await user.type(dialog.getByLabelText("Type 'withdraw' to confirm"), 'withdraw');
    await user.click(dialog.getByRole('button', { name: 'Withdraw' }));
    expect(await screen.findByText(/We would like to publish it/)).toBeTruthy();
    expect(await screen.findByText('That step is not possible any more.')).toBeTruthy();
  });

  it('shows of a deleted submission only the number and the proof (PUB-23, BEY-10)', async () => {
    const deletion = aReceipt({ kind: 'deletion' });
    await open({
      submissionStatus: () =>
        aSubmission({ title: '', history: [], canWithdraw: false, isDeleted: true, deletion }),
    });
    expect(await screen.findByText(/It is deleted here/)).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Proof of deletion' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'History' })).toBeNull();
  });

  it('a link that is unknown or old is over, and names the mailbox', async () => {
    await open({
      submissionStatus: () => {
        throw new FakeProblem('too-long-ago', 'This link is over.');
      },
    });
    const heading = await screen.findByRole('heading', { level: 1, name: 'This link is over.' });
    expect(document.activeElement).toBe(heading);
    expect(screen.getByText(/^Write to us:/).textContent).toBe('Write to us: hello@satrangi.example');
  });

  it('shows what to do without a link', async () => {
    await open({}, '/publishing/status');
    expect(screen.getByText(/Open the private link in the mail/)).toBeTruthy();
  });

  it('tries again when the server does not answer', async () => {
    const status = vi.fn(() => aSubmission());
    status.mockImplementationOnce(() => {
      throw new FakeProblem('unavailable', 'down');
    });
    const { user } = await open({ submissionStatus: status });
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Night Bus' })).toBeTruthy();
  });
});
