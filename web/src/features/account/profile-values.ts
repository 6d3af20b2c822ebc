import type { Profile } from '@satrangi/contracts';
import { accountTexts, isEmail } from '@satrangi/contracts/pure';
import { parseInterests } from './interests.ts';
import { newPasswordError } from './new-password.ts';

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

/** Which of the two changes that require the current password are open. */
export type OpenChanges = { readonly email: boolean; readonly password: boolean };

export const emptyCredentials = { newEmail: '', newPassword: '', currentPassword: '' } as const;

export const profileValues = (profile: Profile): ProfileValues => ({
  name: profile.name,
  pronouns: profile.pronouns ?? '',
  city: profile.city ?? '',
  country: profile.country ?? '',
  interests: profile.interests.join(', '),
  bio: profile.bio ?? '',
  ...emptyCredentials,
});

export const validate = (values: ProfileValues, openChanges: OpenChanges) => ({
  name: values.name.trim() === '' ? accountTexts.nameRequired : undefined,
  newEmail: openChanges.email && !isEmail(values.newEmail.trim()) ? accountTexts.emailInvalid : undefined,
  newPassword: openChanges.password ? newPasswordError(values.newPassword) : undefined,
  currentPassword:
    (openChanges.email || openChanges.password) && values.currentPassword === ''
      ? accountTexts.passwordRequired
      : undefined,
});

const orNull = (text: string): string | null => text.trim() || null;

/** The request: every field of the form, and the open credential changes. */
export const profileChanges = (values: ProfileValues, openChanges: OpenChanges) => ({
  name: values.name.trim(),
  pronouns: orNull(values.pronouns),
  bio: orNull(values.bio),
  city: orNull(values.city),
  interests: parseInterests(values.interests),
  ...(values.country ? { country: values.country } : {}),
  ...(openChanges.email ? { newEmail: values.newEmail.trim() } : {}),
  ...(openChanges.password ? { newPassword: values.newPassword } : {}),
  ...(openChanges.email || openChanges.password ? { currentPassword: values.currentPassword } : {}),
});
