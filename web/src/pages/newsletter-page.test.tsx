import { cmsApi, newsletterTexts } from '@satrangi/contracts';
import { FakeProblem, plays } from '@satrangi/contracts/testing';
import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aSection } from '../testing/fixtures.ts';
import { openPage } from '../testing/open-page.tsx';

const sent = (fetched: ReturnType<typeof vi.fn>): string[] =>
  fetched.mock.calls.filter(([, init]) => init?.method === 'POST').map(([url]) => String(url));

const accepts = plays(cmsApi, {
  subscribe: () => ({ ok: true as const, message: newsletterTexts.requested }),
  confirmSubscription: () => ({ ok: true as const, message: newsletterTexts.subscribed }),
  unsubscribe: () => ({ ok: true as const, message: newsletterTexts.unsubscribed }),
});

const refuses = (code: 'validation-failed' | 'too-long-ago' | 'unavailable', detail: string) => {
  const refuse = () => {
    throw new FakeProblem(code, detail);
  };
  return plays(cmsApi, { subscribe: refuse, confirmSubscription: refuse, unsubscribe: refuse });
};

const type = async (user: ReturnType<typeof openPage>['user'], email: string): Promise<void> => {
  await user.type(await screen.findByRole('textbox', { name: 'Email' }), email);
  await user.click(screen.getByRole('button', { name: 'Subscribe' }));
};

describe('the form of /newsletter', () => {
  it.each(['', 'asha', 'asha@'])('WEB-74: %j is refused before any request', async (email) => {
    const { user, fetched } = openPage('/newsletter', { server: [accepts] });
    const field = await screen.findByRole('textbox', { name: 'Email' });
    if (email) await user.type(field, email);
    await user.click(screen.getByRole('button', { name: 'Subscribe' }));

    expect(await screen.findByText('Please enter a valid email address.')).toBeTruthy();
    expect(document.activeElement).toBe(field);
    expect(sent(fetched)).toEqual([]);
  });

  it('WEB-74: shows the message of the server, and takes another address', async () => {
    const { user } = openPage('/newsletter', { server: [accepts] });
    await type(user, ' asha@example.org ');

    expect(await screen.findByText(newsletterTexts.requested)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Use another address' }));
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Email' });
    expect(field.value).toBe('');
    expect(document.activeElement).toBe(field);
  });

  it('WEB-74: shows the message of the server after a failure', async () => {
    const { user } = openPage('/newsletter', {
      server: [refuses('unavailable', 'We are closed for an hour')],
    });
    await type(user, 'asha@example.org');
    expect((await screen.findByRole('alert')).textContent).toBe('We are closed for an hour');
  });

  it('WEB-74: has a sentence for a failure without a message, and the address stays', async () => {
    const respond = vi.fn().mockRejectedValue(new TypeError('Failed to fetch'));
    const { user } = openPage('/newsletter', { respond });
    await type(user, 'asha@example.org');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Subscription failed. Please try again later.',
    );
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' }).value).toBe('asha@example.org');
  });

  it('WEB-75: names HTML instead of JSON, with technical details', async () => {
    const respond = async () =>
      new Response('<h1>hello</h1>', { headers: { 'content-type': 'text/html; charset=utf-8' } });
    const { user } = openPage('/newsletter', { respond });
    await type(user, 'asha@example.org');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Server misconfiguration: API request returned HTML. Please contact support. (status 200, text/html; charset=utf-8, /api/newsletter/subscribe)',
    );
  });
});

describe('links of mails (CMS-40)', () => {
  it('a confirmation changes nothing until the button is pressed; the token leaves the address', async () => {
    const { user, fetched, where, hash } = openPage('/newsletter#confirm=s1.abc', { server: [accepts] });
    const button = await screen.findByRole('button', { name: 'Confirm' });
    expect(where()).toBe('/newsletter');
    expect(hash()).toBe('');
    expect(sent(fetched)).toEqual([]);

    await user.click(button);
    expect(await screen.findByRole('heading', { level: 1, name: 'You are subscribed.' })).toBeTruthy();
    expect(sent(fetched)).toEqual(['/api/newsletter/confirm']);
  });

  it('a letter is left by a press of the button, and a mistake can be undone', async () => {
    const { user, fetched, hash } = openPage('/newsletter#leave=s1.abc', { server: [accepts] });
    const button = await screen.findByRole('button', { name: 'Unsubscribe' });
    expect(hash()).toBe('');
    expect(sent(fetched)).toEqual([]);

    await user.click(button);
    expect(
      await screen.findByRole('heading', { level: 1, name: 'You have been unsubscribed.' }),
    ).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'That was a mistake' }));
    await type(user, 'asha@example.org');
    expect(await screen.findByText(newsletterTexts.requested)).toBeTruthy();
  });

  it.each([
    ['too-long-ago', 'This link is over.'],
    ['validation-failed', 'This link is not valid.'],
  ] as const)('a link refused as %s says so and takes a new request', async (code, heading) => {
    const { user } = openPage('/newsletter#confirm=s1.abc', { server: [refuses(code, heading)] });
    await user.click(await screen.findByRole('button', { name: 'Confirm' }));
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy();
    expect(screen.getByText(/Ask for a new one\.$/)).toBeTruthy();
    expect(screen.getByRole('textbox', { name: 'Email' })).toBeTruthy();
  });

  it('a failed confirmation can be tried again', async () => {
    const respond = vi.fn().mockRejectedValue(new TypeError('Failed to fetch'));
    const { user } = openPage('/newsletter#confirm=s1.abc', { respond });
    await user.click(await screen.findByRole('button', { name: 'Confirm' }));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Your subscription could not be confirmed. Try again.',
    );
    expect(screen.getByRole('button', { name: 'Confirm' })).toBeTruthy();
  });

  it.each(['#confirm=', '#confirm=%E0%A4%A'])(
    '%s requires no confirmation and shows the form',
    async (fragment) => {
      openPage(`/newsletter${fragment}`, { server: [accepts] });
      expect(await screen.findByRole('heading', { level: 1, name: 'This link is not valid.' })).toBeTruthy();
    },
  );
});

describe('the pitch of /newsletter', () => {
  const open = (sections: () => Promise<{ key: string; content: string }[]>) =>
    openPage('/newsletter', {
      server: [
        plays(cmsApi, {
          listPageSections: async () => (await sections()).map(aSection),
        }),
      ],
    });

  it('CMS-16: is the text that editors wrote', async () => {
    open(async () => [{ key: 'newsletter.pitch', content: '<p>हर महीने एक चिट्ठी।</p>' }]);
    expect((await screen.findByText('हर महीने एक चिट्ठी।')).lang).toBe('hi');
  });

  it('P91: is the built-in text while cms hangs, and the form is there', async () => {
    open(() => new Promise(() => {}));
    expect(await screen.findByText(/in a plain envelope/)).toBeTruthy();
    expect(screen.getByRole('textbox', { name: 'Email' })).toBeTruthy();
  });
});
