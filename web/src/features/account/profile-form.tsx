import type { Profile } from '@satrangi/contracts';
import { ApiError, BIO_MAX, NAME_MAX, PRONOUNS_MAX } from '@satrangi/contracts/pure';
import { Button, Failure, Field, Select, TextArea, useForm, useToast } from '@satrangi/kit';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { identityQueries } from '../../lib/identity-queries.ts';
import account from './account.module.css';
import { countries } from './countries.ts';
import { Credentials } from './credentials.tsx';
import styles from './profile-form.module.css';
import {
  emptyCredentials,
  type OpenChanges,
  profileChanges,
  profileValues,
  validate,
} from './profile-values.ts';
import { logInAgain } from './sign-in.ts';

const UPDATED = 'Profile updated!';
const allClosed: OpenChanges = { email: false, password: false };

const failureOf = (error: unknown): string =>
  error instanceof ApiError && error.status < 500 ? error.message : 'Update failed';

/** The profile fields a reader can change. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const client = useQueryClient();
  const showToast = useToast();
  const [openChanges, setOpenChanges] = useState(allClosed);
  const [saved, setSaved] = useState<string>();
  const [countryList] = useState(countries);
  const { form, field, values, set, failure, busy } = useForm({
    initial: profileValues(profile),
    check: (typed) => validate(typed, openChanges),
    submit: async (typed) => {
      setSaved(undefined);
      const changed = await api.identity.updateProfile({ body: profileChanges(typed, openChanges) });
      // A new password ends every session, including this one.
      if (openChanges.password) await logInAgain(changed, typed.newPassword);
      client.setQueryData(identityQueries.profile().queryKey, changed);
      setSaved(openChanges.email ? typed.newEmail.trim() : '');
      setOpenChanges(allClosed);
      set(emptyCredentials);
      showToast(UPDATED);
    },
    failureOf,
  });
  return (
    <form className={account.form} aria-label="Edit profile" {...form}>
      <Field label="Name" autoComplete="nickname" maxLength={NAME_MAX} required {...field('name')} />
      <Field
        label="Pronouns"
        hint="In your own words. Shown beside your name on reviews."
        autoComplete="off"
        maxLength={PRONOUNS_MAX}
        {...field('pronouns')}
      />
      <div className={styles.pair}>
        <Field label="City" autoComplete="address-level2" maxLength={120} {...field('city')} />
        <Select label="Country" autoComplete="country" {...field('country')}>
          {profile.country === null && <option value="">Not given</option>}
          {countryList.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      </div>
      <Field
        label="Interests"
        hint="Separated by commas. Only you see them."
        autoComplete="off"
        {...field('interests')}
      />
      <TextArea label="Bio" maxLength={BIO_MAX} rows={4} {...field('bio')} />
      <Credentials
        email={profile.email}
        hasPassword={profile.hasPassword !== false}
        openChanges={openChanges}
        onOpen={setOpenChanges}
        field={field}
        newPassword={values.newPassword}
      />
      <Failure>{failure}</Failure>
      <div className={styles.save}>
        <Button tone="primary" type="submit" aria-disabled={busy}>
          {busy ? 'Saving…' : 'Save'}
        </Button>
        <p className={styles.saved} role="status">
          {saved !== undefined && UPDATED}
        </p>
      </div>
      {saved && (
        <p role="status">
          A link is on its way to <b>{saved}</b>. Open it within a day.
        </p>
      )}
    </form>
  );
}
