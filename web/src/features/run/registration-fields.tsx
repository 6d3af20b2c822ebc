import { Checkbox, Field, type FormState, Select, TextArea } from '@satrangi/kit';
import { type ReactNode, useId } from 'react';
import { activityLabels } from '../../lib/activities.ts';
import type { RunEvent } from '../../lib/run-queries.ts';
import { rupees } from '../../lib/rupees.ts';
import styles from './registration.module.css';
import type { RegistrationValues } from './registration-values.ts';

export type RegistrationForm = FormState<RegistrationValues>;
type Props = { readonly form: RegistrationForm; readonly event: RunEvent };

/** An error below a group of controls. */
function GroupError({ id, children }: { id: string; children: string | undefined }) {
  if (!children) return null;
  return (
    <p className={styles.error} id={id}>
      {children}
    </p>
  );
}

/** All ways to take part, in the order of the event and of equal size. */
export function ActivityChoice({ form, event }: Props) {
  const id = useId();
  const { value, error, ...field } = form.field('activityType');
  return (
    <fieldset className={styles.group} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>How will you take part?</legend>
      <div className={styles.activities}>
        {event.activityTypes.map((type) => (
          <label key={type}>
            <input
              type="radio"
              {...field}
              value={type}
              checked={value === type}
              aria-invalid={error ? true : undefined}
            />
            <span>{activityLabels[type]}</span>
          </label>
        ))}
      </div>
      <GroupError id={`${id}-error`}>{error}</GroupError>
    </fieldset>
  );
}

export function DistanceField({ form }: Pick<Props, 'form'>) {
  return (
    <Field
      label="Distance in km"
      type="number"
      inputMode="decimal"
      min={0.1}
      step={0.1}
      required
      {...form.field('distanceKm')}
    />
  );
}

const PRESETS = [500, 1_000, 2_500];

/** The fee: a slider, a number and three amounts, all the same value. */
export function FeeField({ form, event: { minFee, maxFee } }: Props) {
  const id = useId();
  const { value, error, ...field } = form.field('amountPaid');
  const presets = PRESETS.filter((amount) => amount >= minFee && amount <= maxFee);
  const amount = Math.min(maxFee, Math.max(minFee, Number(value) || minFee));
  return (
    <fieldset className={styles.group}>
      <legend>Your fee</legend>
      <div className={styles.presets}>
        {presets.map((preset) => (
          <button
            key={preset}
            type="button"
            aria-pressed={value === String(preset)}
            onClick={() => form.set({ amountPaid: String(preset) })}
          >
            {rupees(preset)}
          </button>
        ))}
      </div>
      <div className={styles.fee}>
        <input
          className={styles.slider}
          type="range"
          min={minFee}
          max={maxFee}
          step={100}
          value={amount}
          aria-label="Fee"
          aria-valuetext={rupees(amount)}
          onChange={({ target }) => form.set({ amountPaid: target.value })}
        />
        <label className={styles.amount}>
          <span aria-hidden="true">₹</span>
          <input
            type="number"
            inputMode="numeric"
            min={minFee}
            max={maxFee}
            step={1}
            required
            aria-label="Fee in rupees"
            aria-invalid={error ? true : undefined}
            aria-describedby={[error ? `${id}-error` : '', `${id}-hint`].filter(Boolean).join(' ')}
            {...field}
            value={value}
          />
        </label>
      </div>
      <GroupError id={`${id}-error`}>{error}</GroupError>
      <p className="muted small" id={`${id}-hint`}>
        From {rupees(minFee)} to {rupees(maxFee)}. Pay what you can.
      </p>
    </fieldset>
  );
}

/** A checkbox: `yes` or empty. */
export function Check({
  form,
  name,
  children,
  hint,
}: {
  form: RegistrationForm;
  name: keyof RegistrationValues;
  children: ReactNode;
  hint?: string;
}) {
  return (
    <Checkbox
      label={children}
      name={name}
      checked={form.values[name] !== ''}
      error={form.errors[name]}
      hint={hint}
      onChange={({ target }) => form.set({ [name]: target.checked ? 'yes' : '' })}
    />
  );
}

/** A choice of an event's list, or none. */
function ListSelect({
  form,
  name,
  label,
  hint,
  options,
}: {
  form: RegistrationForm;
  name: keyof RegistrationValues;
  label: string;
  hint?: string;
  options: readonly string[];
}) {
  return (
    <Select label={label} hint={hint} {...form.field(name)}>
      <option value="">Prefer not to say</option>
      {options.map((option) => (
        <option key={option}>{option}</option>
      ))}
    </Select>
  );
}

export function NameFields({ form }: Pick<Props, 'form'>) {
  return (
    <>
      <Field
        label="Name"
        autoComplete="name"
        required
        hint="For the receipt, never shown."
        {...form.field('name')}
      />
      <Field
        label="Display name"
        autoComplete="nickname"
        hint="This is what others see. Left empty: the first word of your name."
        {...form.field('displayName')}
      />
    </>
  );
}

export function EmailField({ form }: Pick<Props, 'form'>) {
  return (
    <Field
      label="Email"
      type="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      required
      {...form.field('email')}
    />
  );
}

/** Optional fields of a person. */
export function OptionalPersonFields({ form, event }: Props) {
  return (
    <>
      <Field label="Phone (optional)" type="tel" autoComplete="tel" {...form.field('phone')} />
      <ListSelect
        form={form}
        name="pronouns"
        label="Pronouns (optional)"
        hint="Not on your page, unless you choose it below."
        options={event.pronouns}
      />
      <Field
        label="Location (optional)"
        autoComplete="address-level2"
        hint="City or country. It is never shown."
        {...form.field('location')}
      />
      <ListSelect form={form} name="tshirtSize" label="T-shirt (optional)" options={event.tshirtSizes} />
    </>
  );
}

export function GoalField({ form }: Pick<Props, 'form'>) {
  return (
    <Field
      label="Goal in ₹ (optional)"
      type="number"
      inputMode="numeric"
      min={0}
      step={100}
      {...form.field('fundraisingGoal')}
    />
  );
}

export function InfoField({ form }: Pick<Props, 'form'>) {
  return (
    <TextArea
      label="Anything we should know? (optional)"
      hint="Access needs, questions. Only we read it."
      maxLength={1_000}
      {...form.field('additionalInfo')}
    />
  );
}
