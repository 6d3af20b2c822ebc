import type { Profile } from '@satrangi/contracts';
import { ApiError, accountTexts, BIO_MAX, NAME_MAX, PRONOUNS_MAX } from '@satrangi/contracts/pure';
import { Button, Field, TextArea, useForm, useToast } from '@satrangi/kit';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { identityQueries } from '../../lib/identity-queries.ts';
import styles from './account.module.css';
import { interestsOf } from './orders.ts';

const orNull = (text: string): string | null => text.trim() || null;
const UPDATED = 'Profile updated!';

/** What a reader may change about themselves. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const client = useQueryClient();
  const say = useToast();
  const [isSaved, setSaved] = useState(false);
  const { form, field, failure, busy } = useForm({
    start: {
      name: profile.name,
      pronouns: profile.pronouns ?? '',
      bio: profile.bio ?? '',
      city: profile.city ?? '',
      interests: profile.interests.join(', '),
    },
    check: ({ name }) => ({ name: name.trim() === '' ? accountTexts.nameRequired : undefined }),
    submit: async ({ name, pronouns, bio, city, interests }) => {
      setSaved(false);
      const changed = await api.identity.updateProfile({
        body: {
          name: name.trim(),
          pronouns: orNull(pronouns),
          bio: orNull(bio),
          city: orNull(city),
          interests: interestsOf(interests),
        },
      });
      client.setQueryData(identityQueries.profile().queryKey, changed);
      setSaved(true);
      say(UPDATED);
    },
    failureOf: (error) =>
      error instanceof ApiError && error.code === 'validation-failed' ? error.message : 'Update failed',
  });
  return (
    <form className={styles.form} aria-label="Edit profile" {...form}>
      <Field label="Name" autoComplete="nickname" maxLength={NAME_MAX} required {...field('name')} />
      <Field label="Pronouns" autoComplete="off" maxLength={PRONOUNS_MAX} {...field('pronouns')} />
      <Field label="City" autoComplete="address-level2" maxLength={120} {...field('city')} />
      <Field
        label="Interests"
        hint="Parted by commas. Only you see them."
        autoComplete="off"
        {...field('interests')}
      />
      <TextArea label="Bio" maxLength={BIO_MAX} rows={4} {...field('bio')} />
      {failure && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
      <div className={styles.save}>
        <Button tone="primary" type="submit" aria-disabled={busy}>
          {busy ? 'Saving…' : 'Save'}
        </Button>
        <p className={styles.saved} role="status">
          {isSaved && UPDATED}
        </p>
      </div>
    </form>
  );
}
