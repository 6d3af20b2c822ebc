import { MediaId } from '@satrangi/contracts';
import { FakeProblem } from '@satrangi/contracts/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { anEbook, onePage } from '../testing/fixtures.ts';
import { openPage } from '../testing/open-page.tsx';
import {
  aReceipt,
  type PublishingResponses,
  publishingServers,
  STATUS_URL,
} from '../testing/publishing-servers.ts';

const MESSAGE = 'Submission received. We will review your work and get back to you soon!';
const LINK = 'https://drive.google.com/file/d/abc/view';

type Shelf = Parameters<typeof publishingServers>[1];

const open = async (responses: PublishingResponses = {}, shelf?: Shelf) => {
  const opened = openPage('/publishing', { server: publishingServers(responses, shelf) });
  return { ...opened, form: within(await screen.findByRole('form', { name: 'Submission' })) };
};
type Opened = Awaited<ReturnType<typeof open>>;

const fill = async ({ user, form }: Opened): Promise<void> => {
  await user.type(form.getByLabelText('Name'), 'Zoya');
  await user.type(form.getByLabelText('Email'), 'zoya@example.org');
  await user.type(form.getByLabelText('Title of your work'), 'Night Bus');
  await user.selectOptions(form.getByLabelText('What is it?'), 'audio-story');
  await user.type(form.getByLabelText('Description'), 'Nine hours on the road.');
  await user.type(form.getByLabelText(/^Or a link/), LINK);
};
const submit = ({ user, form }: Opened) => user.click(form.getByRole('button', { name: 'Submit' }));

describe('/publishing (WEB-02, WEB-15, WEB-16)', () => {
  it('has a hero whose button leads to the form, three values, the form and the catalogue', async () => {
    const { user, form } = await open();
    expect(screen.getByRole('heading', { level: 1, name: 'Send us your story.' })).toBeTruthy();
    const expected = within(screen.getByRole('region', { name: 'What you can expect' }));
    expect(expected.getAllByRole('heading', { level: 2 })).toHaveLength(3);
    await user.click(screen.getByRole('button', { name: 'Submit your work' }));

    expect(document.activeElement).toBe(form.getByLabelText('Name'));
    const card = await screen.findByRole('link', { name: 'Seven Ways Home' });
    expect(card.getAttribute('href')).toBe('/ebook/seven-ways');
  });

  it('cuts descriptions at 70 characters, and offers to read only what is free', async () => {
    const words = `${'a'.repeat(69)} and much more`;
    await open({}, () =>
      onePage([
        anEbook({ description: words }),
        anEbook({ _id: MediaId.parse('open'), title: 'Open', isFree: true, priceINR: 0 }),
      ]),
    );
    expect((await screen.findByText(/^a{60,}/)).textContent?.length).toBeLessThanOrEqual(70);
    const links = screen.getAllByRole('link', { name: /^Read \/ Download/ });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/read/open']);
  });

  it.each<[string, Shelf]>([
    ['fails', () => Promise.reject(new FakeProblem('unavailable', 'down'))],
    ['is empty', () => onePage()],
  ])('says so when the catalogue %s', async (_, shelf) => {
    await open({}, shelf);
    expect(await screen.findByText('No books available or server offline.')).toBeTruthy();
  });

  it('keeps the catalogue when it cannot be loaded again', async () => {
    const { reloadOffline } = await open({}, () => onePage([anEbook()]));
    await screen.findByRole('link', { name: /Seven Ways Home/ });

    await reloadOffline();

    expect(screen.getByRole('link', { name: /Seven Ways Home/ })).toBeTruthy();
    expect(screen.queryByText('No books available or server offline.')).toBeNull();
  });

  it('is linked from the header without a mark (WEB-09)', async () => {
    await open();
    const main = within(await screen.findByRole('navigation', { name: 'Main' }));
    expect(main.getByRole('link', { name: 'Publishing' }).textContent).toBe('Publishing');
  });
});

describe('the form of a submission', () => {
  it('welcomes a pen name (PUB-24), warns about access (WEB-89), offers six kinds (PUB-09) and hides the trap (PUB-14)', async () => {
    const { form } = await open();
    expect(form.getByText('A pen name is fine.')).toBeTruthy();
    expect(form.getByText(/must give view access to the review team/)).toBeTruthy();
    const kinds = within(form.getByLabelText('What is it?')).getAllByRole<HTMLOptionElement>('option');
    expect(kinds.map(({ value }) => value)).toEqual([
      ...['', 'ebook', 'short-film', 'documentary', 'audio-story', 'magazine', 'oral-history'],
    ]);
    const trap = form.getByLabelText<HTMLInputElement>('Website');
    expect([trap.tabIndex, trap.autocomplete, trap.value]).toEqual([-1, 'off', '']);
    expect(trap.closest('[aria-hidden="true"]')).toBeTruthy();
  });

  it('names every missing field before any call and focuses the first (PUB-03, PUB-05, PUB-09)', async () => {
    const send = vi.fn();
    const opened = await open({ submit: send });
    await submit(opened);

    for (const sentence of [
      'Please enter your name. A pen name is fine.',
      'Please enter a valid email address.',
      'Please enter the title of your work.',
      'Please choose what kind of work it is.',
      'Please describe your work.',
      'Please either provide a Google Drive link or upload a file.',
    ])
      expect(opened.form.getByText(sentence)).toBeTruthy();
    expect(document.activeElement).toBe(opened.form.getByLabelText('Name'));
    expect(send).not.toHaveBeenCalled();
  });

  it('refuses a link of another host (PUB-06, PUB-15)', async () => {
    const opened = await open();
    await fill(opened);
    const link = opened.form.getByLabelText(/^Or a link/);
    await opened.user.clear(link);
    await opened.user.type(link, 'https://drive.google.com.evil.example/file');
    await submit(opened);
    expect(opened.form.getByText('Please provide a valid Google Drive or Google Docs link.')).toBeTruthy();
    expect(document.activeElement).toBe(link);
  });

  it('counts a description that is too short while it is typed, and refuses 9 characters (WEB-89, PUB-04)', async () => {
    const send = vi.fn(() => ({
      success: true as const,
      message: MESSAGE,
      number: 'SUB-1',
      statusUrl: STATUS_URL,
      receipt: null,
    }));
    const opened = await open({ submit: send });
    await fill(opened);
    const description = opened.form.getByLabelText('Description');
    await opened.user.clear(description);
    await opened.user.type(description, '123456789');
    expect(opened.form.getAllByText('Description must be at least 10 characters (9/10)')).toHaveLength(1);
    await submit(opened);
    expect(opened.form.getAllByText('Description must be at least 10 characters (9/10)')).toHaveLength(1);
    expect(document.activeElement).toBe(description);
    expect(send).not.toHaveBeenCalled();
    await opened.user.type(description, '0');
    expect(opened.form.queryByText(/Description must be/)).toBeNull();
    await submit(opened);
    expect(await screen.findByText(MESSAGE)).toBeTruthy();
  });

  it('sends the fields and shows number, private link and receipt (PUB-02, PUB-10, PUB-21, WEB-90, BEY-10)', async () => {
    const send = vi.fn((_input: { body: object }) => ({
      success: true as const,
      message: MESSAGE,
      number: 'SUB-10482K',
      statusUrl: STATUS_URL,
      receipt: aReceipt(),
    }));
    const opened = await open({ submit: send });
    await fill(opened);
    await submit(opened);

    const heading = await screen.findByRole('heading', { name: MESSAGE });
    expect(document.activeElement).toBe(heading);
    expect(send.mock.calls[0]?.[0].body).toEqual({
      name: 'Zoya',
      email: 'zoya@example.org',
      title: 'Night Bus',
      description: 'Nine hours on the road.',
      media: 'audio-story',
      driveLink: LINK,
      website: '',
    });
    expect(screen.getByText('SUB-10482K')).toBeTruthy();
    const link = screen.getByRole('link', { name: 'See where it stands' });
    expect(link.getAttribute('href')).toBe('/publishing/status#t=id.secret-signature');
    expect(screen.getByRole('button', { name: 'Copy the link' })).toBeTruthy();
    const check = within(screen.getByRole('region', { name: 'Your receipt' })).getByRole('link');
    expect(check.getAttribute('href')).toMatch(/^\/publishing\/verify#r=/);
    expect(sessionStorage.getItem('publishingDraft')).toBeNull();
  });

  it.each<[string, () => never, string]>([
    [
      'the error of the server',
      () => {
        throw new FakeProblem('too-many-requests', 'Too many submissions. Please try again in an hour.');
      },
      'Too many submissions. Please try again in an hour.',
    ],
    [
      'its own sentence without an answer',
      () => {
        throw new TypeError('network');
      },
      'Failed to submit. Please try again.',
    ],
  ])('shows %s and keeps what was typed (WEB-90, PUB-18)', async (_, send, sentence) => {
    const opened = await open({ submit: send });
    await fill(opened);
    await submit(opened);
    const alert = await opened.form.findByRole('alert');
    expect(alert.textContent).toBe(sentence);
    expect(alert.parentElement).toBe(document.activeElement);
    expect(opened.form.getByLabelText<HTMLInputElement>('Title of your work').value).toBe('Night Bus');
  });

  it('keeps what is typed over a reload of the tab, until it is cleared', async () => {
    const first = await open();
    await fill(first);
    cleanup();
    const second = await open();
    expect(second.form.getByLabelText<HTMLInputElement>('Name').value).toBe('Zoya');
    expect(second.form.getByText(/We kept what you typed in this tab/)).toBeTruthy();
    await second.user.click(second.form.getByRole('button', { name: 'Clear the form' }));
    expect(second.form.getByLabelText<HTMLInputElement>('Name').value).toBe('');
    expect(sessionStorage.getItem('publishingDraft')).toBeNull();
  });

  it('reports only the kind of work (WEB-97, USE-02)', async () => {
    const send = () => ({
      success: true as const,
      message: MESSAGE,
      number: 'SUB-1',
      statusUrl: STATUS_URL,
      receipt: null,
    });
    const opened = await open({ submit: send });
    await fill(opened);
    vi.stubGlobal('requestIdleCallback', (run: () => void) => run());
    await submit(opened);
    await screen.findByText(MESSAGE);
    await waitFor(() => {
      const bodies = opened.fetched.mock.calls
        .filter(([url]) => String(url) === '/api/admin/analytics')
        .map(([, init]) => JSON.parse(String(init?.body)) as unknown);
      expect(bodies).toContainEqual({
        action: 'publishing_submit',
        eventType: 'publishing_submit',
        details: { mediaType: 'audio-story' },
      });
    });
  });
});
