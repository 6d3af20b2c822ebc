import { fillAndPress, press, type SentenceState } from './sentence-state.ts';

const anyEmail = 'nobody@reader.example';
const credentials = { 'Phone number or email': anyEmail, Password: 'not the password' };
const registration = { 'What should we call you?': 'Asha', ...credentials, Password: 'kahaani aur kitaab 7' };
const aNewPassword = { 'New password': 'kahaani aur kitaab 8', 'Confirm password': 'kahaani aur kitaab 8' };

export const accountSentences: readonly SentenceState[] = [
  {
    lines: 'IDN-03 WEB-21',
    expected: ['Please provide your Phone Number or Email ID'],
    path: () => '/login',
    act: fillAndPress({ Password: 'some password' }, 'Log in'),
  },
  {
    lines: 'IDN-04 WEB-21',
    expected: ['Please enter a valid Email ID or Phone Number'],
    path: () => '/register',
    act: fillAndPress({ ...registration, 'Phone number or email': 'neither' }, /Create/),
  },
  {
    lines: 'IDN-13',
    expected: ['Password must be at least 6 characters.'],
    path: () => '/register',
    act: fillAndPress({ ...registration, Password: 'short' }, /Create/),
  },
  {
    lines: 'IDN-08 WEB-22',
    expected: ['Login failed'],
    path: () => '/login',
    given: { 'POST /users/login': 'unavailable' },
    act: fillAndPress(credentials, /^Log in$/),
  },
  {
    lines: 'IDN-09 WEB-22',
    expected: ['Registration failed'],
    path: () => '/register',
    given: { 'POST /users/register': 'unavailable' },
    act: fillAndPress(registration, /Create/),
  },
  {
    lines: 'WEB-24',
    expected: ['Check your email'],
    path: () => '/forgot-password',
    act: fillAndPress({ Email: anyEmail }, 'Send link'),
  },
  {
    lines: 'WEB-24',
    expected: ['Failed to send reset email.'],
    path: () => '/forgot-password',
    given: { 'POST /users/forgot-password': 'unavailable' },
    act: fillAndPress({ Email: anyEmail }, 'Send link'),
  },
  {
    lines: 'WEB-25 IDN-13',
    expected: ['Password must be at least 6 characters.'],
    path: () => '/reset-password?token=made-up',
    act: fillAndPress({ 'New password': 'short', 'Confirm password': 'short' }, 'Set password'),
  },
  {
    lines: 'WEB-25',
    expected: ['Passwords do not match.'],
    path: () => '/reset-password?token=made-up',
    act: fillAndPress({ ...aNewPassword, 'Confirm password': 'kahaani aur kitaab 9' }, 'Set password'),
  },
  {
    lines: 'WEB-25',
    expected: ['Failed to reset password'],
    path: () => '/reset-password?token=made-up',
    given: { 'POST /users/reset-password': 'unavailable' },
    act: fillAndPress(aNewPassword, 'Set password'),
  },
  {
    lines: 'WEB-25',
    expected: ['Password Reset!'],
    path: () => '/reset-password?token=made-up',
    given: { 'POST /users/reset-password': { json: { success: true, message: 'ok' } } },
    act: fillAndPress(aNewPassword, 'Set password'),
  },
  {
    lines: 'WEB-27',
    expected: ['Failed to load profile.'],
    path: () => '/profile',
    as: 'owner',
    given: { 'GET /users/profile': 'unavailable' },
  },
  {
    lines: 'WEB-27 IDN-19',
    expected: ['Update failed'],
    path: () => '/profile',
    as: 'owner',
    given: { 'PATCH /users/profile': 'unavailable', 'PUT /users/profile': 'unavailable' },
    act: fillAndPress({ Name: 'Asha R.' }, /^Save$/),
  },
  {
    lines: 'WEB-27',
    expected: ['Profile updated!'],
    path: () => '/profile',
    as: 'owner',
    act: fillAndPress({ Name: 'Asha' }, /^Save$/),
  },
  {
    lines: 'WEB-29 IDN-25',
    expected: ['Failed to delete profile.'],
    path: () => '/profile',
    as: 'owner',
    given: { 'DELETE /users/delete': 'unavailable' },
    act: async (page) => {
      await press('Delete My Profile')(page);
      await page.getByLabel('Type delete to continue').fill(' DELETE ');
      await page.getByRole('dialog').getByLabel('Current password').fill('some password');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Delete/ })
        .click();
    },
  },
  { lines: 'WEB-26', expected: ['Creator Dashboard'], path: () => '/profile?tab=creator', as: 'owner' },
  {
    lines: 'WEB-26',
    expected: ['My Library', 'Log Out', 'Delete My Profile'],
    path: () => '/profile',
    as: 'owner',
  },
];
