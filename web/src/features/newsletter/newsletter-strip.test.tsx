import { catalogApi, cmsApi, newsletterTexts } from '@satrangi/contracts';
import { FakeProblem, plays } from '@satrangi/contracts/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openPage } from '../../testing/open-page.tsx';

beforeAll(() => import('./subscribe-form.tsx'), 60_000);

type Entry = { readonly isIntersecting: boolean; readonly target: Element };
let watched: { readonly notify: (entries: readonly Entry[]) => void; readonly target: Element }[] = [];

beforeEach(() => {
  watched = [];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #notify: (entries: readonly Entry[]) => void;
      constructor(notify: (entries: readonly Entry[]) => void) {
        this.#notify = notify;
      }
      observe(target: Element): void {
        watched.push({ notify: this.#notify, target });
      }
      unobserve(): void {}
      disconnect(): void {}
    },
  );
});

const empty = { items: [], total: 0, nextCursor: null };
const catalog = plays(catalogApi, { listEbooks: () => empty, search: () => empty });
type Subscribe = NonNullable<Parameters<typeof plays<typeof cmsApi>>[1]['subscribe']>;

/** The home page, with its foot near the window. */
const openForm = async (subscribe: Subscribe) => {
  const page = openPage('/', { server: [catalog, plays(cmsApi, { subscribe })] });
  const strip = await screen.findByRole('region', { name: 'A letter, once a month.' });
  expect(within(strip).queryByRole('form')).toBeNull();

  act(() => {
    for (const { notify, target } of watched)
      if (strip.contains(target)) notify([{ isIntersecting: true, target }]);
  });
  const form = within(await within(strip).findByRole('form', { name: 'Newsletter' }));
  const field = form.getByRole<HTMLInputElement>('textbox', { name: 'Email' });
  const send = form.getByRole('button', { name: 'Subscribe' });
  return { ...page, strip: within(strip), form, field, send };
};
const accepts = vi.fn(() => ({ ok: true as const, message: newsletterTexts.requested }));
beforeEach(() => accepts.mockClear());

it('is a form at the foot of the home page, loaded near the window, for the address of a password manager', async () => {
  const { strip, field } = await openForm(accepts);
  expect([field.type, field.autocomplete, field.name]).toEqual(['email', 'email', 'email']);
  expect(strip.getByText(/^A locked phone shows “Please confirm your email address”/)).toBeTruthy();
  expect(strip.getByRole('link', { name: 'See how it looks' }).getAttribute('href')).toBe(
    '/newsletter#phone-h',
  );
});

it.each(['', 'asha@'])('WEB-74: %j is refused with the sentence in the place of the hint', async (email) => {
  const { user, form, field } = await openForm(accepts);
  expect(form.getByText(/^We send one mail with a link first/)).toBeTruthy();
  await user.type(field, `${email}{Enter}`);

  expect(form.getByText('Please enter a valid email address.')).toBeTruthy();
  expect(form.queryByText(/^We send one mail/)).toBeNull();
  expect(document.activeElement).toBe(field);
  expect(accepts).not.toHaveBeenCalled();
});

it('sends once while it waits, and then shows the message of the server', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { user, field, send, strip } = await openForm(async () => {
    await promise;
    return accepts();
  });
  await user.type(field, 'asha@example.org{Enter}');
  expect(send.textContent).toBe('Subscribing…');
  expect(send.getAttribute('aria-disabled')).toBe('true');
  await user.click(send);
  resolve();

  const message = await strip.findByText(newsletterTexts.requested);
  await waitFor(() => expect(document.activeElement).toBe(message));
  expect(accepts).toHaveBeenCalledTimes(1);
});

it.each([
  [() => Promise.reject(new TypeError('Failed to fetch')), 'Subscription failed. Please try again later.'],
  [
    () => {
      throw new FakeProblem('too-many-requests', newsletterTexts.tooMany);
    },
    'Too many requests. Please try again later.',
  ],
] as const)('WEB-74: after a failure the address stays (%#)', async (fails, sentence) => {
  const { user, field, form } = await openForm(fails);
  await user.type(field, 'asha@example.org{Enter}');
  expect((await form.findByRole('alert')).textContent).toBe(sentence);
  expect(field.value).toBe('asha@example.org');
});
