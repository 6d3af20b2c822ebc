import { FakeProblem } from '@satrangi/contracts/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { stubProviders } from '../testing/checkout-servers.ts';
import { sendToAll, stubEventSource } from '../testing/fake-event-source.ts';
import { openPage } from '../testing/open-page.tsx';
import { aRun, runServers } from '../testing/run-servers.ts';

beforeEach(stubProviders);

const openRun = async (...args: Parameters<typeof runServers>) => {
  const opened = openPage('/virtual-run', { server: runServers(...args) });
  await screen.findByRole('heading', { level: 1, name: 'Global Virtual Run' });
  return opened;
};
const openForm = async (...args: Parameters<typeof runServers>) => {
  const opened = await openRun(...args);
  await opened.user.click(await screen.findByRole('button', { name: 'Register Now' }));
  const dialog = await screen.findByRole('dialog', { name: 'Register' });
  await within(dialog).findByRole('form', { name: 'Registration' });
  return { ...opened, dialog, form: within(dialog) };
};

describe('/virtual-run', () => {
  it('WEB-57: shows title, tagline and two cards with the fee', async () => {
    await openRun();
    expect(screen.getByText('Step by Step, Story by Story')).toBeTruthy();
    const join = within(await screen.findByRole('region', { name: 'Join the Run' }));
    expect(join.getByRole('button', { name: 'Register Now' })).toBeTruthy();
    expect(await join.findByText('₹300 to ₹5,000')).toBeTruthy();
    const give = within(screen.getByRole('region', { name: 'Just Contribute' }));
    expect(give.getByRole('button', { name: 'Contribute Now' })).toBeTruthy();
  });

  it('WEB-105: an editor can switch to the spelling of the first product', async () => {
    await openRun(
      {},
      { sections: { 'run.give.title': '<p>Just Cotribute</p>', 'run.give.button': '<p>Cotribute Now</p>' } },
    );
    const give = within(screen.getByRole('region', { name: 'Just Cotribute' }));
    expect(give.getByRole('button', { name: 'Cotribute Now' })).toBeTruthy();
  });

  it('WEB-59: shows mission, rules, impact, partners and the details of the event', async () => {
    await openRun();
    expect(await screen.findByRole('heading', { name: /90 million\+ queer Indian stories/ })).toBeTruthy();
    expect(
      within(screen.getByRole('region', { name: 'Super Simple' })).getAllByRole('listitem'),
    ).toHaveLength(3);
    for (const name of ['Record stories', 'Save history', 'Share widely', 'Teach others'])
      expect(screen.getByRole('heading', { level: 3, name })).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Trusted partners' })).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Event details' })).toBeTruthy();
  });

  it('WEB-60: shows times, dates and what a runner gets', async () => {
    await openRun();
    const details = within(await screen.findByRole('region', { name: 'Event details' }));
    for (const text of [
      '72 hours',
      'Dec 10, 2026',
      'Sep 15 to Oct 31',
      'Nov 1 to Dec 9',
      'Early bird',
      'Standard',
    ])
      expect(await details.findByText(text)).toBeTruthy();
    for (const text of [
      /personal fundraising page/,
      /Campaign materials/,
      /Community support/,
      /Training sessions/,
    ])
      expect(details.getByText(text)).toBeTruthy();
  });

  it('BEY-02: shows that the gifts are public, and finds the gift of a receipt', async () => {
    const leaf = (minor: number, state: 'paid' | 'returned') => ({ id: `leaf-${state}`, minor, state });
    const proof = { root: 'root', salt: 'salt', path: [] };
    const getLedgerProof = vi.fn(({ query }: { query: { receipt: string } }) => {
      if (query.receipt !== 'ST-1') throw new FakeProblem('not-found', 'That receipt is not in the ledger');
      return {
        entries: [
          { ...proof, day: '2026-11-20', leaf: leaf(50_000, 'paid') },
          { ...proof, day: '2026-11-22', leaf: leaf(-12_550, 'returned') },
        ],
      };
    });
    const { user } = await openRun({ getLedgerProof });
    const ledger = within(await screen.findByRole('region', { name: 'Count with us' }));
    expect(ledger.getByText(/^Every gift is in a public list that anyone can check\./)).toBeTruthy();
    await user.click(ledger.getByRole('button', { name: 'Find my gift' }));
    expect(ledger.getByText('Please enter the number of your receipt.')).toBeTruthy();
    expect(getLedgerProof).not.toHaveBeenCalled();
    await user.type(ledger.getByLabelText('Number of your receipt'), 'st-1');
    await user.click(ledger.getByRole('button', { name: 'Find my gift' }));
    expect(await ledger.findByText('₹500 arrived on Nov 20, 2026.')).toBeTruthy();
    expect(ledger.getByText('₹125.50 went back on Nov 22, 2026.')).toBeTruthy();
    await user.type(ledger.getByLabelText('Number of your receipt'), '0');
    await user.click(ledger.getByRole('button', { name: 'Find my gift' }));
    expect(await ledger.findByText(/^No gift to a page of the run has this receipt\./)).toBeTruthy();
    expect(ledger.queryByText(/arrived on/)).toBeNull();
  });

  it('WEB-65: an event that is over or unknown is unavailable, and contributing stays possible', async () => {
    const getRun = vi.fn(() => {
      throw new FakeProblem('not-found', 'Event unavailable. Please try again later.');
    });
    await openRun({ getRun });
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Event unavailable. Please try again later.',
    );
    expect(screen.queryByRole('button', { name: 'Register Now' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Contribute Now' })).toBeTruthy();
  });

  it('a run whose registration has ended or not begun shows a sentence', async () => {
    await openRun({ getRun: () => aRun({ isOpen: false }) });
    expect(await screen.findByText('Registration has closed.')).toBeTruthy();
  });

  it('RUN-37: counter and sum follow live messages', async () => {
    const streams = stubEventSource();
    let counts = { total: 412, count: 412, raisedMinor: 34_500_000, raised: 345_000 };
    await openRun({ getCounts: () => counts });
    expect(await screen.findByText('412')).toBeTruthy();
    expect(screen.getByText('₹3,45,000')).toBeTruthy();
    await waitFor(() => expect(streams.length).toBeGreaterThan(0));
    counts = { total: 413, count: 413, raisedMinor: 34_550_050, raised: 345_500.5 };
    act(() => sendToAll(streams, 'registration'));
    expect(await screen.findByText('413')).toBeTruthy();
    expect(screen.getByText('₹3,45,500.50')).toBeTruthy();
  });
});

describe('modals of /virtual-run (WEB-58)', () => {
  it('the form closes by its button and by the backdrop, keeps what was typed, and shows a sentence', async () => {
    const { user, dialog, form } = await openForm();
    await user.type(form.getByLabelText('Name'), 'Asha');
    await user.click(dialog);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('What you typed is kept while this page is open.')).toBeTruthy();

    await user.click(screen.getByRole('button', { name: 'Register Now' }));
    const again = within(await screen.findByRole('dialog', { name: 'Register' }));
    expect((await again.findByLabelText<HTMLInputElement>('Name')).value).toBe('Asha');
    await user.click(again.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('Esc asks when something was typed, and closes an untouched form', async () => {
    const { user, dialog, form } = await openForm();
    await user.type(form.getByLabelText('Name'), 'Asha');
    fireEvent(dialog, new Event('cancel', { cancelable: true }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Close the form?' }));
    await user.click(question.getByRole('button', { name: 'Keep writing' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(form.getByLabelText<HTMLInputElement>('Name').value).toBe('Asha');

    fireEvent(dialog, new Event('cancel', { cancelable: true }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Register Now' }));
    const untouched = await screen.findByRole('dialog', { name: 'Register' });
    await within(untouched).findByRole('form');
    fireEvent(untouched, new Event('cancel', { cancelable: true }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('Contribute Now opens the contribution modal', async () => {
    const { user } = await openRun();
    await user.click(screen.getByRole('button', { name: 'Contribute Now' }));
    expect(await screen.findByRole('dialog', { name: 'Contribute' })).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Contribute ₹500' })).toBeTruthy();
  });
});
