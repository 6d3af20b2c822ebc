import { type OwnRunPage, virtualRunApi } from '@satrangi/contracts';
import { FakeProblem, plays } from '@satrangi/contracts/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openPage } from '../../testing/open-page.tsx';
import { aRunPage, type RunResponses } from '../../testing/run-servers.ts';

const aPage = (change: Partial<OwnRunPage> = {}): OwnRunPage => ({
  ...aRunPage(),
  isPublic: true,
  nameInAddress: false,
  showGoal: true,
  showWords: true,
  ownGoal: 25_000,
  ownPronouns: null,
  showPronouns: false,
  log: [],
  ...change,
});
const LINK = '/run/edit#t=abcdefghijkmn.secret-token';

const openEdit = async (responses: RunResponses = {}, address = LINK) => {
  const opened = openPage(address, {
    server: [plays(virtualRunApi, { openPage: () => aPage(), ...responses })],
  });
  await screen.findByRole('heading', { level: 1 });
  return opened;
};

describe('/run/edit (RUN-33)', () => {
  it('takes the token out of the address at once and sends it in a header only', async () => {
    const { where, hash, fetched } = await openEdit();
    await screen.findByLabelText('Display name');
    await waitFor(() => expect([where(), hash()]).toEqual(['/run/edit', '']));
    const [url, init] = fetched.mock.calls.find(([each]) => String(each).includes('/open')) ?? [];
    expect(String(url)).toBe('/api/virtual-run/f/abcdefghijkmn/open');
    expect(new Headers(init?.headers).get('x-edit-token')).toBe('secret-token');
    expect(fetched.mock.calls.map(([each]) => String(each)).join()).not.toContain('secret-token');
  });

  it('changes name, goal, story and who finds the page', async () => {
    const editPage = vi.fn((_input: { body: object }) => aPage({ displayName: 'Noor', slug: 'noor-x' }));
    const { user } = await openEdit({ editPage });
    const form = within(await screen.findByRole('form', { name: 'Your page' }));
    const name = form.getByLabelText('Display name');
    await user.clear(name);
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(form.getByText('Name required')).toBeTruthy();
    await user.type(name, 'Noor');
    await user.click(form.getByLabelText(/^Show donors’ names and messages/));
    expect(form.getByText(/search engines can find it/)).toBeTruthy();
    await user.click(form.getByLabelText(/^List my page/));
    await user.click(form.getByLabelText(/^Hide my page/));
    await user.click(form.getByRole('button', { name: 'Save' }));

    expect(await form.findByText('Saved.')).toBeTruthy();
    expect(editPage.mock.calls[0]?.[0].body).toEqual({
      displayName: 'Noor',
      fundraisingGoal: 25_000,
      story: 'For the people nobody asked.',
      pronouns: null,
      showPronouns: false,
      showGoal: true,
      showWords: false,
      isListed: true,
      isPublic: false,
      nameInAddress: false,
    });
    const link = screen.getByRole('link', { name: 'See it as others do' });
    expect(link.getAttribute('href')).toBe('/run/f/noor-x');
  });

  it('shows pronouns by choice only, and never without any', async () => {
    const editPage = vi.fn((_input: { body: object }) => aPage({ ownPronouns: 'They/Them' }));
    const { user } = await openEdit({ editPage, openPage: () => aPage({ ownPronouns: 'They/Them' }) });
    const form = within(await screen.findByRole('form', { name: 'Your page' }));
    const pronouns = form.getByLabelText<HTMLSelectElement>('Pronouns (optional)');
    const choice = form.getByLabelText<HTMLInputElement>(/^Show my pronouns/);
    expect([pronouns.value, choice.checked]).toEqual(['They/Them', false]);
    const sent = async (): Promise<object | undefined> => {
      editPage.mockClear();
      await user.click(form.getByRole('button', { name: 'Save' }));
      await form.findByText('Saved.');
      return editPage.mock.calls[0]?.[0].body;
    };

    await user.click(choice);
    expect(await sent()).toMatchObject({ pronouns: 'They/Them', showPronouns: true });
    await user.selectOptions(pronouns, 'Prefer not to say');
    expect(await sent()).toMatchObject({ pronouns: null, showPronouns: false });
  });

  it('RUN-34: logs kilometres once, also when the answer is lost', async () => {
    const logKm = vi.fn((_input: { body: { entryId?: string | undefined } }) => aPage({ km: 5.5 }));
    logKm.mockImplementationOnce(() => {
      throw new FakeProblem('unavailable', 'down');
    });
    const { user } = await openEdit({ logKm });
    const form = within(await screen.findByRole('form', { name: 'Kilometres' }));
    await user.click(form.getByRole('button', { name: 'Add' }));
    expect(form.getByText('Distance must be > 0')).toBeTruthy();
    await user.type(form.getByLabelText('Distance in km'), '5.5');
    await user.click(form.getByRole('button', { name: 'Add' }));
    expect((await form.findByRole('alert')).textContent).toContain('Please try again.');
    await user.click(form.getByRole('button', { name: 'Add' }));

    expect(await screen.findByText('5.5 km')).toBeTruthy();
    const ids = logKm.mock.calls.map(([{ body }]) => body.entryId);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it('deletes the registration after the typed word', async () => {
    const removeRegistration = vi.fn(() => ({ ok: true as const }));
    const { user } = await openEdit({ removeRegistration });
    await user.click(await screen.findByRole('button', { name: 'Delete my registration' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete my registration?' }));
    expect(dialog.getByRole('button', { name: 'Delete' }).hasAttribute('disabled')).toBe(true);
    await user.type(dialog.getByLabelText("Type 'delete' to confirm"), ' Delete ');
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Registration deleted.' })).toBeTruthy();
    expect(removeRegistration).toHaveBeenCalledTimes(1);
  });

  it('ends the link for everybody who has it, also when the answer of the first try was lost', async () => {
    const renewEditLink = vi.fn(() => ({ ok: true as const }));
    renewEditLink.mockImplementationOnce(() => {
      throw new FakeProblem('unavailable', 'down');
    });
    renewEditLink.mockImplementationOnce(() => {
      throw new FakeProblem('not-found', 'This link is not valid.');
    });
    const { user } = await openEdit({ renewEditLink });
    await user.click(await screen.findByRole('button', { name: 'End this link' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Please try again.');
    await user.click(screen.getByRole('button', { name: 'End this link' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'This link is over.' })).toBeTruthy();
    expect(screen.getByText(/^A mail with your new private link/)).toBeTruthy();
    expect(screen.queryByRole('form')).toBeNull();
  });

  it('a link that is not valid is over, and a new one can be sent', async () => {
    const openPageAnswer = () => {
      throw new FakeProblem('not-found', 'This link is not valid.');
    };
    const message = 'If this page has a runner, a mail with a private link is on its way.';
    const { user } = await openEdit({
      openPage: openPageAnswer,
      sendEditLink: () => ({ ok: true, message }),
    });
    expect(await screen.findByRole('heading', { level: 1, name: 'This link is over.' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Send me a new link' }));
    expect(await screen.findByText(message)).toBeTruthy();
  });

  it('shows what to do without a link', async () => {
    await openEdit({}, '/run/edit');
    expect(screen.getByText(/Open the private link in the mail/)).toBeTruthy();
    expect(screen.getByRole('link', { name: /@/ }).getAttribute('href')).toMatch(/^mailto:/);
    expect(screen.getByRole('link', { name: 'Virtual Run' }).getAttribute('href')).toBe('/virtual-run');
  });

  it('mails a lost link to the runner of the page whose address is pasted', async () => {
    const message = 'If this page has a runner, a mail with a private link is on its way.';
    const sendEditLink = vi.fn((_input: { params: { slug: string } }) => ({ ok: true as const, message }));
    const { user } = await openEdit({ sendEditLink }, '/run/edit');
    const address = screen.getByLabelText('Address of your page');
    const send = screen.getByRole('button', { name: 'Send me a new link' });

    await user.type(address, 'my page');
    await user.click(send);
    expect(screen.getByText('This link is not valid.')).toBeTruthy();
    expect(sendEditLink).not.toHaveBeenCalled();

    await user.clear(address);
    await user.type(address, 'shop.example/run/f/noor-abcdefghijkmn');
    await user.click(send);
    expect(await screen.findByText(message)).toBeTruthy();
    expect(sendEditLink.mock.calls[0]?.[0].params).toEqual({ slug: 'noor-abcdefghijkmn' });
  });

  it('retries when the server does not answer', async () => {
    const open = vi.fn(() => aPage());
    open.mockImplementationOnce(() => {
      throw new FakeProblem('unavailable', 'down');
    });
    const { user } = await openEdit({ openPage: open });
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.getByLabelText('Display name')).toBeTruthy());
  });
});
