import type { Profile } from '@satrangi/contracts';
import { accountTexts, isEmail } from '@satrangi/contracts/pure';
import { interestsOf } from './interests.ts';
import { newPasswordWrong } from './new-password.ts';

export type ProfileValues = Readonly<
  Record<
    | 'name'
    | 'pronouns'
    | 'city'
    | 'country'
    | 'interests'
    | 'bio'
    | 'newEmail'
    | 'newPassword'
    | 'currentPassword',
    string
  >
>;

/** Which of the two changes that want the current password stand open. */
export type Opened = { readonly email: boolean; readonly password: boolean };

export const closed = { newEmail: '', newPassword: '', currentPassword: '' } as const;

export const startOf = (profile: Profile): ProfileValues => ({
  name: profile.name,
  pronouns: profile.pronouns ?? '',
  city: profile.city ?? '',
  country: profile.country ?? '',
  interests: profile.interests.join(', '),
  bio: profile.bio ?? '',
  ...closed,
});

export const wrongIn = (values: ProfileValues, opened: Opened) => ({
  name: values.name.trim() === '' ? accountTexts.nameRequired : undefined,
  newEmail: opened.email && !isEmail(values.newEmail.trim()) ? accountTexts.emailInvalid : undefined,
  newPassword: opened.password ? newPasswordWrong(values.newPassword) : undefined,
  currentPassword:
    (opened.email || opened.password) && values.currentPassword === ''
      ? accountTexts.passwordRequired
      : undefined,
});

const orNull = (text: string): string | null => text.trim() || null;

/** What is sent: every field of the form, and of the toggles only what stands open. */
export const changesOf = (values: ProfileValues, opened: Opened) => ({
  name: values.name.trim(),
  pronouns: orNull(values.pronouns),
  bio: orNull(values.bio),
  city: orNull(values.city),
  interests: interestsOf(values.interests),
  ...(values.country ? { country: values.country } : {}),
  ...(opened.email ? { newEmail: values.newEmail.trim() } : {}),
  ...(opened.password ? { newPassword: values.newPassword } : {}),
  ...(opened.email || opened.password ? { currentPassword: values.currentPassword } : {}),
});
