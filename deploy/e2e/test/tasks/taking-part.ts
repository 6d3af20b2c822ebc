/** Tasks of the Virtual Run, of Publishing, of the newsletter, of the language and of the assistant. */
import { expect } from 'vitest';
import { findMailedLink } from '../support/mails.ts';
import { newUser, payByCard } from '../support/purchase-flow.ts';
import type { Task } from './task.ts';

export const takingPart: readonly Task[] = [
  {
    name: 'join the Virtual Run',
    as: 'visitor',
    from: 'the page of the run',
    start: ({ page, home }) => page.goto(`${home}/virtual-run`),
    run: async ({ page, steps }) => {
      await steps.press(page.getByRole('button', { name: 'Register Now' }));
      const dialog = page.getByRole('dialog', { name: 'Register' });
      await steps.type(dialog.getByLabel('Name', { exact: true }), 'Asha Canary');
      await steps.type(dialog.getByLabel('Display name'), 'Task');
      await steps.type(dialog.getByLabel('Email'), newUser().email);
      await steps.press(dialog.getByRole('radio', { name: 'Walk' }));
      await steps.type(dialog.getByLabel('Distance in km'), '5.5');
      await steps.press(dialog.getByLabel(/Keep these details/));
      await steps.press(dialog.getByRole('button', { name: 'Pay ₹500 and register' }));
      await steps.gesture('pay', () => payByCard(page));
      await page
        .getByRole('dialog', { name: 'Thank you' })
        .getByRole('link', { name: /^\/run\/f\// })
        .waitFor();
    },
    steps: 9,
    by: {
      steps: 'register, two names, an address, an activity, a distance, a consent, pay, the card',
    },
  },
  {
    name: 'give to a runner',
    as: 'visitor',
    from: 'the page of a runner',
    start: async ({ page, home }) => {
      await page.goto(`${home}/virtual-run`);
      await page.getByRole('link', { name: 'Pema' }).click();
      await page.getByRole('heading', { level: 1, name: 'Pema' }).waitFor();
    },
    run: async ({ page, steps }) => {
      await steps.press(page.getByRole('button', { name: 'Contribute', exact: true }));
      await steps.type(page.getByLabel('Name on the receipt'), 'Hidden Giver');
      await steps.type(page.getByLabel('Email'), newUser().email);
      await steps.press(page.getByRole('button', { name: 'Contribute ₹500' }));
      await steps.press(
        page
          .getByRole('dialog', { name: 'Cashfree sandbox checkout' })
          .getByRole('button', { name: /^Pay / }),
      );
      await page.getByRole('form', { name: 'Words for the page' }).waitFor();
    },
    steps: 5,
    best: 9,
    by: {
      product: 'Network for Good',
      steps: 'the amount, Donate, Individual, three fields, Continue, Continue to Payment, Complete',
      page: 'https://intercom.help/networkforgood/en/articles/10064779-how-does-a-new-donor-complete-a-donation',
    },
  },
  {
    name: 'share the page of a runner',
    as: 'visitor',
    from: 'the page of a runner',
    start: async ({ page, home, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.goto(`${home}/virtual-run`);
      await page.getByRole('link', { name: 'Pema' }).click();
      await page.getByRole('heading', { level: 1, name: 'Pema' }).waitFor();
    },
    run: async ({ page, steps }) => {
      await steps.press(page.getByRole('button', { name: 'Copy the link' }));
      await page.getByText('Link copied.').waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/\/run\/f\//);
    },
    steps: 1,
    by: { steps: 'the link is copied' },
  },
  {
    name: 'send a manuscript',
    as: 'visitor',
    from: 'the home page',
    run: async ({ page, steps }) => {
      const way = page.getByRole('main').getByRole('link', { name: 'Submit your work' });
      await steps.scrollTo(way);
      await steps.press(way);
      const form = page.getByRole('form', { name: 'Submission' });
      await steps.type(form.getByLabel('Name', { exact: true }), 'Zoya');
      await steps.type(form.getByLabel('Email'), newUser().email);
      await steps.type(form.getByLabel('Title of your work'), 'Night Bus');
      await steps.choose(form.getByLabel('What is it?'), 'eBook');
      await steps.type(form.getByLabel('Description'), 'Nine hours on the road, and two seats.');
      await steps.type(
        form.getByLabel(/^Or a link to Google Drive/),
        'https://drive.google.com/file/d/e2e/view',
      );
      await steps.press(form.getByRole('button', { name: 'Submit' }));
      await page.getByRole('heading', { name: /^Submission received/ }).waitFor();
    },
    steps: 8,
    best: 9,
    by: {
      product: 'Submittable',
      steps:
        'Submit, name, address, password, Create Account and Continue; a title, a letter, a file, Submit',
      page: 'https://submittable.help/submitters/common-questions/why-do-i-need-a-submittable-account-to-make-a-submission',
    },
  },
  {
    name: 'subscribe to the newsletter',
    as: 'visitor',
    from: 'the home page',
    run: async ({ page, steps, home }) => {
      const { email } = newUser();
      const field = page.getByRole('form', { name: 'Newsletter' }).getByLabel('Email');
      await steps.scrollTo(field);
      await steps.type(field, email);
      await steps.press(page.getByRole('button', { name: 'Subscribe' }));
      await page.getByRole('button', { name: 'Use another address' }).waitFor();
      await findMailedLink(home, email, '/newsletter', '#confirm=');
    },
    steps: 2,
    by: { steps: 'the address in a field on the first page, Subscribe' },
  },
  {
    name: 'use the site in Hindi',
    as: 'visitor',
    from: 'the home page',
    run: async ({ page, steps }) => {
      const hindi = page.getByRole('contentinfo').getByRole('button', { name: 'हिन्दी' });
      await steps.scrollTo(hindi);
      await steps.press(hindi);
      await expect.poll(() => page.locator('html').getAttribute('lang')).toMatch(/^hi/);
    },
    steps: 1,
    best: 2,
    by: {
      product: 'Open Food Network',
      steps: 'the globe, the language',
      page: 'https://github.com/openfoodfoundation/ofn-UserGuide/blob/french/basic-features/changer-la-langue-de-linterface.md',
    },
  },
  {
    name: 'ask the assistant for a book about rain',
    as: 'visitor',
    from: 'the home page',
    run: async ({ page, steps }) => {
      await steps.press(page.getByRole('button', { name: 'Talk to Saathi' }));
      const panel = page.getByRole('dialog', { name: 'Satrangi Assistant' });
      await steps.type(panel.getByRole('textbox', { name: 'Your message' }), 'books about rain');
      await steps.key('Enter');
      await panel.getByRole('log').getByText('The Monsoon Register').first().waitFor();
    },
    steps: 3,
    by: { steps: 'the assistant, the words, send' },
  },
];
