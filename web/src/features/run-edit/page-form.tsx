import type { OwnRunPage } from '@satrangi/contracts';
import { ApiError, runPronouns, runTexts } from '@satrangi/contracts/pure';
import { Button, Checkbox, Failure, Field, Select, TextArea, useForm } from '@satrangi/kit';
import { type ReactElement, useState } from 'react';
import type { EditCalls } from './edit-calls.ts';
import styles from './run-edit.module.css';

const STORY_MAX = 2_000;

const valuesOf = (page: OwnRunPage) => ({
  displayName: page.displayName,
  fundraisingGoal: page.ownGoal ? String(page.ownGoal) : '',
  story: page.story,
  pronouns: page.ownPronouns ?? '',
  showPronouns: page.showPronouns ? 'yes' : '',
  showGoal: page.showGoal ? 'yes' : '',
  showWords: page.showWords ? 'yes' : '',
  nameInAddress: page.nameInAddress ? 'yes' : '',
  isListed: page.isListed ? 'yes' : '',
  isHidden: page.isPublic ? '' : 'yes',
});
type Values = ReturnType<typeof valuesOf>;
type OwnPronouns = (typeof runPronouns)[number] | null;

const changesOf = ({ displayName, fundraisingGoal, story, pronouns, isHidden, ...checks }: Values) => ({
  displayName: displayName.trim(),
  fundraisingGoal: Number(fundraisingGoal || 0),
  story: story.trim(),
  // the list has no other values; empty: none
  pronouns: (pronouns || null) as OwnPronouns,
  showPronouns: pronouns !== '' && checks.showPronouns !== '',
  showGoal: checks.showGoal !== '',
  showWords: checks.showWords !== '',
  isListed: checks.isListed !== '',
  nameInAddress: checks.nameInAddress !== '',
  isPublic: isHidden === '',
});

type CheckName = 'showPronouns' | 'showGoal' | 'showWords' | 'nameInAddress' | 'isListed' | 'isHidden';

type Check = (name: CheckName, label: string, hint: string) => ReactElement;

/** What the page shows, and who finds it. */
function PageChecks({ check }: { check: Check }) {
  return (
    <>
      {check('showPronouns', 'Show my pronouns on my page', 'Off: only we see them.')}
      {check('showGoal', 'Show my goal', 'Off: the page shows what was raised, without a bar.')}
      {check(
        'showWords',
        'Show donors’ names and messages',
        'Off: every gift is anonymous and without its message, also those that come later.',
      )}
      {check('nameInAddress', 'My name in the address', 'Off: the address says nothing about you.')}
      {check(
        'isListed',
        'List my page',
        'On: our run page lists it, and search engines can find it. Off: only people with the link find it.',
      )}
      {check(
        'isHidden',
        'Hide my page',
        'Others see the page of an unknown address until you show it again.',
      )}
    </>
  );
}

/** Name, goal, story, and who finds the page. */
export function PageForm({
  page,
  calls,
  onSaved,
}: {
  page: OwnRunPage;
  calls: EditCalls;
  onSaved: (page: OwnRunPage) => void;
}) {
  const [isSaved, setSaved] = useState(false);
  const { form, field, values, set, busy, failure } = useForm({
    initial: valuesOf(page),
    check: ({ displayName, fundraisingGoal }) => ({
      displayName: displayName.trim() === '' ? runTexts.nameRequired : undefined,
      fundraisingGoal: Number(fundraisingGoal) >= 0 ? undefined : 'Enter a valid goal',
    }),
    submit: async (typed) => {
      setSaved(false);
      const saved = await calls.change(changesOf(typed));
      setSaved(true);
      onSaved(saved);
    },
    failureOf: (error) =>
      error instanceof ApiError && error.status < 500
        ? error.message
        : 'Your page could not be saved. Please try again.',
  });
  const check: Check = (name, label, hint) => (
    <Checkbox
      name={name}
      label={label}
      hint={hint}
      checked={values[name] !== ''}
      onChange={({ target }) => set({ [name]: target.checked ? 'yes' : '' })}
    />
  );
  return (
    // not on input: a render between the input and the change of a select would undo the choice
    <form className={styles.form} aria-label="Your page" onChange={() => setSaved(false)} {...form}>
      <Field
        label="Display name"
        hint="This is what others see. If your name is in the address, changing it changes the address, and the old one stops working at once."
        maxLength={60}
        required
        {...field('displayName')}
      />
      <Field
        label="Goal in ₹ (optional)"
        type="number"
        inputMode="numeric"
        min={0}
        step={100}
        {...field('fundraisingGoal')}
      />
      <TextArea
        label="Story (optional)"
        rows={7}
        maxLength={STORY_MAX}
        hint={`Why you do this, in any language. ${values.story.length}/${STORY_MAX}`}
        {...field('story')}
      />
      <Select label="Pronouns (optional)" {...field('pronouns')}>
        <option value="">Prefer not to say</option>
        {runPronouns.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </Select>
      <PageChecks check={check} />
      <Failure>{failure}</Failure>
      <div className={styles.acts}>
        <Button tone="primary" size="l" type="submit" aria-disabled={busy}>
          {busy ? 'Saving…' : 'Save'}
        </Button>
        <p className={styles.saved} role="status">
          {isSaved && 'Saved.'}
        </p>
      </div>
    </form>
  );
}
