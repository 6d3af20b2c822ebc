import { identityApi } from '@satrangi/contracts';
import { FakeProblem, plays } from '@satrangi/contracts/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { session } from '../../lib/session.ts';
import { stubProviders } from '../../testing/checkout-servers.ts';
import { aProfile } from '../../testing/fixtures.ts';
import { openPage } from '../../testing/open-page.tsx';
import { createDraft, runServers } from '../../testing/run-servers.ts';

const KEY = 'virtualRunPrefill';

beforeEach(() => {
  stubProviders();
  createDraft.mockReset();
});

const openForm = async (server = runServers(), options: { userId?: string } = {}) => {
  const opened = openPage('/virtual-run', { server, ...options });
  await opened.user.click(await screen.findByRole('button', { name: 'Register Now' }));
  const form = within(await screen.findByRole('form', { name: 'Registration' }));
  return { ...opened, form };
};
const consentOf = (form: ReturnType<typeof within>) =>
  form.getByLabelText(/Keep these details to run the event/);
const submitOf = (form: ReturnType<typeof within>) => form.getByRole('button', { name: /^Pay/ });

describe('the registration form (WEB-62)', () => {
  it('cannot be sent without consent', async () => {
    const { user, form } = await openForm();
    expect(submitOf(form).hasAttribute('disabled')).toBe(true);
    await user.click(consentOf(form));
    expect(submitOf(form).hasAttribute('disabled')).toBe(false);
  });

  it('RUN-04 to RUN-07: names every wrong field, scrolls to the first and focuses it', async () => {
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
    const { user, form } = await openForm();
    await user.click(consentOf(form));
    await user.clear(form.getByLabelText('Fee in rupees'));
    await user.click(submitOf(form));

    for (const text of [
      'Name required',
      'Valid email required',
      'Choose an activity',
      'Distance must be > 0',
      'Enter a valid fee',
    ])
      expect(form.getByText(text)).toBeTruthy();
    expect(document.activeElement).toBe(form.getByLabelText('Name'));
    expect(scrolled.mock.instances.at(-1)).toBe(form.getByLabelText('Name'));
    expect(createDraft).not.toHaveBeenCalled();
  });

  it('keeps its consent when the page cannot be loaded again', async () => {
    const { user, form, reloadOffline } = await openForm();
    await user.click(consentOf(form));
    await reloadOffline();
    const after = within(screen.getByRole('form', { name: 'Registration' }));
    expect(submitOf(after).hasAttribute('disabled')).toBe(false);
  });

  it('an error clears when its field is edited, and the others stay', async () => {
    const { user, form } = await openForm();
    await user.click(consentOf(form));
    await user.click(submitOf(form));
    await user.type(form.getByLabelText('Name'), 'A');
    await user.click(form.getByLabelText('Wheel'));

    expect(form.queryByText('Name required')).toBeNull();
    expect(form.queryByText('Choose an activity')).toBeNull();
    expect(form.getByText('Valid email required')).toBeTruthy();
  });

  it.each(['299', '5001', '500.5', ''])('RUN-07: refuses a fee of "%s"', async (fee) => {
    const { user, form } = await openForm();
    await user.click(consentOf(form));
    const field = form.getByLabelText('Fee in rupees');
    await user.clear(field);
    if (fee) await user.type(field, fee);
    await user.click(submitOf(form));
    expect(form.getByText('Enter a valid fee')).toBeTruthy();
  });

  it('slider, number and presets are one fee', async () => {
    const { user, form } = await openForm();
    await user.click(form.getByRole('button', { name: '₹2,500' }));
    expect(form.getByLabelText<HTMLInputElement>('Fee in rupees').value).toBe('2500');
    expect(form.getByRole('slider', { name: 'Fee' }).getAttribute('aria-valuetext')).toBe('₹2,500');
    expect(submitOf(form).textContent).toBe('Pay ₹2,500 and register');
  });

  it('WEB-63: distance steps by 0.1 and the goal by 100', async () => {
    const { form } = await openForm();
    expect(form.getByLabelText<HTMLInputElement>('Distance in km').step).toBe('0.1');
    expect(form.getByLabelText<HTMLInputElement>('Goal in ₹ (optional)').step).toBe('100');
  });

  it('RUN-09, RUN-10: offers activities of equal rank, sizes and pronouns of the event', async () => {
    const { form } = await openForm();
    expect(form.getAllByRole('radio').map((radio) => radio.getAttribute('value'))).toEqual([
      'run',
      'walk',
      'cycle',
      'wheel',
      'other',
    ]);
    const options = (name: RegExp) =>
      within(form.getByLabelText(name))
        .getAllByRole('option')
        .map(({ textContent }) => textContent);
    expect(options(/^T-shirt/)).toEqual(['Prefer not to say', 'XS', 'S', 'M', 'L', 'XL', 'XXL', 'Other']);
    expect(options(/^Pronouns/)).toEqual([
      'Prefer not to say',
      'She/Her',
      'He/Him',
      'They/Them',
      'Ze/Hir',
      'Other',
    ]);
  });

  it('everything that shows the runner to others is off', async () => {
    const { form } = await openForm();
    for (const name of [/List my page/, /My name in the address/, /Write to me about the archive/])
      expect(form.getByLabelText<HTMLInputElement>(name).checked).toBe(false);
    expect(form.getByText(/search engines can find it/)).toBeTruthy();
  });

  it('pronouns, also those of the account, are not shown without a choice', async () => {
    const account = plays(identityApi, { getProfile: () => aProfile({ pronouns: 'they/them' }) });
    const { user, form } = await openForm([account, ...runServers()], { userId: 'asha' });
    const pronouns = form.getByLabelText(/^Pronouns/);
    const choice = () => form.queryByLabelText<HTMLInputElement>(/^Show my pronouns/);
    expect(pronouns.getAttribute('aria-describedby')).toBeTruthy();
    expect(choice()?.checked).toBe(false);
    await user.selectOptions(pronouns, 'Prefer not to say');
    expect(choice()).toBeNull();

    await user.selectOptions(pronouns, 'Ze/Hir');
    await user.click(form.getByLabelText('Walk'));
    await user.type(form.getByLabelText('Distance in km'), '5.5');
    await user.click(consentOf(form));
    await user.click(submitOf(form));
    await waitFor(() => expect(createDraft).toHaveBeenCalledTimes(1));
    expect(createDraft.mock.calls[0]?.[0]).toMatchObject({ pronouns: 'Ze/Hir', showPronouns: false });
  });

  it('shows refusals of the server on their fields', async () => {
    const server = runServers({
      createDraft: () => {
        throw new FakeProblem('event-closed', 'Registration has closed.');
      },
    });
    const { user, form } = await openForm(server);
    await fill(user, form);
    await user.click(submitOf(form));
    expect((await form.findByRole('alert')).textContent).toBe('Registration has closed.');
    expect(form.getByLabelText<HTMLInputElement>('Name').value).toBe('Asha Rao');
  });
});

const fill = async (user: ReturnType<typeof openPage>['user'], form: ReturnType<typeof within>) => {
  await user.type(form.getByLabelText('Name'), 'Asha Rao');
  await user.type(form.getByLabelText('Email'), 'asha@example.org');
  await user.click(form.getByLabelText('Walk'));
  await user.type(form.getByLabelText('Distance in km'), '5.5');
  await user.click(consentOf(form));
};

describe('the kept contact fields (WEB-64, WEB-96)', () => {
  it('are stored 600 ms after the last key; "Saved" shows for 1.2 s', async () => {
    const { user, form } = await openForm();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await user.type(form.getByLabelText('Name'), 'Asha');
    await user.type(form.getByLabelText('Display name'), 'Secret');
    expect(localStorage.getItem(KEY)).toBeNull();

    await waitFor(() => expect(localStorage.getItem(KEY)).not.toBeNull());
    expect(JSON.parse(localStorage.getItem(KEY) ?? '')).toEqual({
      name: 'Asha',
      email: '',
      phone: '',
      pronouns: '',
      location: '',
    });
    expect(await form.findByText('Saved')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(1_300));
    expect(form.queryByText('Saved')).toBeNull();
  });

  it('prefill the next form, before those of the account', async () => {
    localStorage.setItem(KEY, JSON.stringify({ name: 'Noor', location: 'Pune', role: 'x', phone: 7 }));
    const account = plays(identityApi, { getProfile: () => aProfile({ pronouns: 'they/them' }) });
    const { form } = await openForm([account, ...runServers()], { userId: 'asha' });
    const typed = (name: RegExp | string) => form.getByLabelText<HTMLInputElement>(name).value;
    expect([typed('Name'), typed('Email'), typed(/^Location/)]).toEqual(['Noor', 'asha@example.org', 'Pune']);
    expect(typed(/^Pronouns/)).toBe('They/Them');
  });

  it('are forgotten by a link, and by a logout', async () => {
    localStorage.setItem(KEY, JSON.stringify({ name: 'Noor' }));
    const { user, form } = await openForm();
    await user.click(form.getByRole('button', { name: 'Forget my details on this device' }));
    expect(localStorage.getItem(KEY)).toBeNull();

    localStorage.setItem(KEY, JSON.stringify({ name: 'Noor' }));
    session.end();
    expect(localStorage.getItem(KEY)).toBeNull();
  });
});
