import { type PageState, waitForText } from './page-state.ts';

export const accountStates: readonly PageState[] = [
  { name: 'login', path: () => '/login' },
  {
    name: 'login-refused',
    path: () => '/login',
    act: async (page) => {
      await page.getByLabel('Phone number or email').fill('nobody@reader.example');
      await page.getByLabel('Password', { exact: true }).fill('not the password');
      await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click();
      await page.getByRole('alert').first().waitFor();
    },
  },
  { name: 'register-for-a-book', path: ({ book }) => `/register?next=/ebook/${book._id}?buy=1` },
  {
    name: 'register-unfinished',
    path: () => '/register',
    act: (page) =>
      page
        .getByRole('main')
        .getByRole('button', { name: /Create/ })
        .click(),
  },
  { name: 'forgot-password', path: () => '/forgot-password' },
  {
    name: 'forgot-password-sent',
    path: () => '/forgot-password',
    act: async (page) => {
      await page.getByLabel('Email').fill('nobody@reader.example');
      await page.getByRole('button', { name: 'Send link' }).click();
      await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    },
  },
  { name: 'reset-password', path: () => '/reset-password?token=made-up' },
  { name: 'reset-password-without-token', path: () => '/reset-password' },
  {
    name: 'reset-password-too-short',
    path: () => '/reset-password?token=made-up',
    act: async (page) => {
      await page.getByLabel('New password').fill('short');
      await page.getByRole('button', { name: 'Set password' }).click();
      await page.locator('[aria-invalid="true"]').first().waitFor();
    },
  },
  {
    name: 'reset-password-mismatch',
    path: () => '/reset-password?token=made-up',
    act: async (page) => {
      await page.getByLabel('New password').fill('kahaani aur kitaab 8');
      await page.getByLabel('Confirm password').fill('kahaani aur kitaab 9');
      await page.getByRole('button', { name: 'Set password' }).click();
      await page.locator('[aria-invalid="true"]').first().waitFor();
    },
  },
  {
    name: 'reset-password-refused',
    path: () => '/reset-password?token=made-up',
    act: async (page) => {
      await page.getByLabel('New password').fill('kahaani aur kitaab 8');
      await page.getByLabel('Confirm password').fill('kahaani aur kitaab 8');
      await page.getByRole('button', { name: 'Set password' }).click();
      await waitForText('Failed to reset password')(page);
    },
  },
  { name: 'saved-nothing', path: () => '/saved', act: waitForText('Staff picks') },
  {
    name: 'saved-from-staff-picks',
    path: () => '/saved',
    act: async (page) => {
      await page
        .getByRole('button', { name: /^Save for later: / })
        .first()
        .press('Enter');
      await waitForText('1 title. Only you see this list.')(page);
    },
  },
  {
    name: 'saved-in-this-tab',
    path: ({ book }) => `/ebook/${book._id}`,
    act: async (page) => {
      await page.getByRole('button', { name: 'Save for later' }).click();
      await page.getByRole('link', { name: 'See what you saved' }).click();
      await waitForText('kept in this tab only')(page);
    },
  },
  { name: 'profile', path: () => '/profile', as: 'owner', act: waitForText('With us since') },
  {
    name: 'profile-credentials',
    path: () => '/profile',
    as: 'owner',
    act: async (page) => {
      await page.getByLabel('Change my email').check();
      await page.getByLabel('Change my password').check();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await waitForText('Password required')(page);
    },
  },
  {
    name: 'profile-creator',
    path: () => '/profile?tab=creator',
    as: 'owner',
    act: waitForText('Creator Dashboard'),
  },
  {
    name: 'profile-privacy',
    path: () => '/profile',
    as: 'owner',
    act: (page) => page.getByRole('button', { name: 'Delete My Profile' }).scrollIntoViewIfNeeded(),
  },
  {
    name: 'profile-card',
    path: () => '/profile',
    as: 'owner',
    act: (page) => page.getByText('Visa ending in 4242').scrollIntoViewIfNeeded(),
  },
  {
    name: 'profile-card-removal',
    path: () => '/profile',
    as: 'owner',
    act: async (page) => {
      await page.getByRole('button', { name: 'Remove this card' }).click();
      await page.getByRole('button', { name: 'Keep the card' }).waitFor();
    },
  },
  {
    name: 'profile-delete',
    path: () => '/profile',
    as: 'owner',
    act: async (page) => {
      await page.getByRole('button', { name: 'Delete My Profile' }).click();
      await page.getByLabel('Type delete to continue').waitFor();
    },
  },
  {
    name: 'profile-delete-typed',
    path: () => '/profile',
    as: 'owner',
    act: async (page) => {
      await page.getByRole('button', { name: 'Delete My Profile' }).click();
      await page.getByLabel('Type delete to continue').fill('delete');
    },
  },
];
