import { ManualRegistration, type Registration, RegistrationChanges } from '@satrangi/contracts';
import { runActivities, runPronouns, runTshirtSizes } from '@satrangi/contracts/pure';
import { Field, Select, TextArea } from '@satrangi/kit';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useOpened } from '../../lib/address.ts';
import { api } from '../../lib/api.ts';
import { CheckField } from '../../lib/check-field.tsx';
import { EditForm } from '../../lib/edit-form/edit-form.tsx';
import { type EditFormState, useEditForm } from '../../lib/edit-form/use-edit-form.ts';
import { messageOf } from '../../lib/http.ts';
import { useCreateOnce } from '../../lib/use-create-once.ts';
import { activityLabels } from './run-columns.tsx';
import { paymentOfKey } from './run-queries.ts';
import styles from './virtual-runs.module.css';

type Values = {
  name: string;
  email: string;
  phone: string;
  displayName: string;
  location: string;
  activityType: Registration['activityType'];
  distanceKm: string;
  fundraisingGoal: string;
  tshirtSize: string;
  pronouns: string;
  additionalInfo: string;
  consentData: boolean;
};

const labels: Readonly<Record<keyof Values, string>> = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  displayName: 'Display name',
  location: 'Location',
  activityType: 'Activity',
  distanceKm: 'Distance in km',
  fundraisingGoal: 'Goal in rupees',
  tshirtSize: 'T-shirt',
  pronouns: 'Pronouns',
  additionalInfo: 'More information',
  consentData: 'The runner has agreed that this data is stored',
};

const empty: Values = {
  name: '',
  email: '',
  phone: '',
  displayName: '',
  location: '',
  activityType: 'run',
  distanceKm: '',
  fundraisingGoal: '',
  tshirtSize: '',
  pronouns: '',
  additionalInfo: '',
  consentData: false,
};

const valuesOf = (of: Registration): Values => ({
  name: of.name,
  email: of.email,
  phone: of.phone,
  displayName: of.displayName,
  location: of.location,
  activityType: of.activityType,
  distanceKm: String(of.distanceKm),
  fundraisingGoal: String(of.fundraisingGoal),
  tshirtSize: of.tshirtSize ?? '',
  pronouns: of.pronouns ?? '',
  additionalInfo: of.additionalInfo,
  consentData: of.consentData,
});

const stored = (registration: Registration) => ({
  values: valuesOf(registration),
  revision: String(registration.revision),
});

type Edit = Pick<EditFormState<Values>, 'field'>;

function Fields({ edit: { field }, children }: { edit: Edit; children?: ReactNode }) {
  return (
    <>
      <Field label={labels.name} autoComplete="off" {...field('name')} />
      <Field label={labels.email} type="email" autoComplete="off" {...field('email')} />
      <Field
        label={labels.displayName}
        hint="The only public name. Without it the first word of the name."
        autoComplete="off"
        {...field('displayName')}
      />
      <Field label={labels.phone} type="tel" autoComplete="off" {...field('phone')} />
      <Select label={labels.activityType} {...field('activityType')}>
        {runActivities.map((each) => (
          <option key={each} value={each}>
            {activityLabels[each]}
          </option>
        ))}
      </Select>
      <div className={styles.pair}>
        <Field label={labels.distanceKm} inputMode="decimal" {...field('distanceKm')} />
        <Field label={labels.fundraisingGoal} inputMode="decimal" {...field('fundraisingGoal')} />
        <Select label={labels.pronouns} {...field('pronouns')}>
          <option value="">Not given</option>
          {runPronouns.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </Select>
        <Select label={labels.tshirtSize} {...field('tshirtSize')}>
          <option value="">None</option>
          {runTshirtSizes.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </Select>
      </div>
      <Field label={labels.location} autoComplete="off" {...field('location')} />
      <TextArea label={labels.additionalInfo} {...field('additionalInfo')} />
      {children}
    </>
  );
}

/** A registration by hand; of a paid fee when the address names one (checklist RUN-16, RUN-17). */
export function NewRegistration() {
  const { opened, close } = useOpened();
  const client = useQueryClient();
  const paymentId = paymentOfKey(opened);
  const createOnce = useCreateOnce();
  const edit = useEditForm<Values, ManualRegistration>({
    tab: 'events',
    draftPlace: 'tab',
    id: paymentId ? `new-${paymentId}` : 'new',
    schema: ManualRegistration,
    labels,
    stored: { values: empty, revision: '' },
    failure: (error) => `Failed to create registration: ${messageOf(error)}`,
    save: async (values) => {
      const body = { ...values, ...(paymentId && { paymentId }) };
      const made = await createOnce((options) => api['virtual-run'].createRegistration({ body }, options));
      await client.invalidateQueries({ queryKey: ['run'] });
      return stored(made);
    },
  });
  const isDone = edit.state === 'success' && !edit.hasChanges;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it closes once
  useEffect(() => {
    if (isDone) close();
  }, [isDone]);
  return (
    <EditForm edit={edit} label="New registration" saveLabel="Create registration">
      {paymentId && (
        <p>
          For the paid fee <span className={styles.reference}>{paymentId}</span>
        </p>
      )}
      <Fields edit={edit}>
        <CheckField label={labels.consentData} {...edit.form.register('consentData')} />
      </Fields>
    </EditForm>
  );
}

/** Changes of a registration; over a newer one both are shown field by field. */
export function ChangeRegistration({ registration }: { registration: Registration }) {
  const client = useQueryClient();
  const edit = useEditForm<Values, RegistrationChanges>({
    tab: 'events',
    draftPlace: 'tab',
    id: registration._id,
    schema: RegistrationChanges,
    labels,
    stored: stored(registration),
    failure: 'Failed to save changes',
    theirs: ({ data }) => stored(data?.current as Registration),
    save: async (values, revision) => {
      const after = await api['virtual-run'].updateRegistration({
        params: { id: registration._id },
        body: { ...values, revision: Number(revision) },
      });
      await client.invalidateQueries({ queryKey: ['run', 'registrations'] });
      return stored(after);
    },
  });
  return (
    <EditForm edit={edit} label="Registration">
      <Fields edit={edit} />
    </EditForm>
  );
}
