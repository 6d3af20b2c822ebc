import { RunEventChanges, type StoredRunEvent } from '@satrangi/contracts';
import { Button, Field } from '@satrangi/kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Controller, type Path, useFieldArray } from 'react-hook-form';
import { api } from '../../lib/api.ts';
import { CheckField } from '../../lib/check-field.tsx';
import { EditForm } from '../../lib/edit-form/edit-form.tsx';
import { type EditFormState, useEditForm } from '../../lib/edit-form/use-edit-form.ts';
import { sentenceOf } from '../../lib/http.ts';
import { Loaded } from '../../lib/loaded.tsx';
import { instantOf, localOf } from './india-time.ts';
import { eventQuery } from './run-queries.ts';
import styles from './virtual-runs.module.css';

type Values = Omit<StoredRunEvent, '_id' | 'revision'> & { startNew: boolean };
type Edit = EditFormState<Values, Values>;

const MAX_PHASES = 10;

const labels = {
  title: 'Title',
  tagline: 'Tagline',
  minFee: 'Lowest fee in rupees',
  maxFee: 'Highest fee in rupees',
  startsAt: 'Starts',
  registrationEndsAt: 'Registration ends',
  endsAt: 'Ends',
  hoursToFinish: 'Hours to finish',
  phases: 'Phases of registration',
  isPublished: 'Shown in the shop',
  startNew: 'Begin a new event with these values; the present one stays as it is',
} as const;

const valuesOf = ({ _id, revision, ...rest }: StoredRunEvent): Values => ({ ...rest, startNew: false });
const stored = (event: StoredRunEvent) => ({ values: valuesOf(event), revision: String(event.revision) });
const numberOrNull = (value: unknown): number | null =>
  value === null || value === '' || value === undefined ? null : Number(value);

/** A date and time in India. */
function Moment({ edit, name, label }: { edit: Edit; name: Path<Values>; label: string }) {
  return (
    <Controller
      control={edit.form.control}
      name={name}
      render={({ field: { value, onChange, ...field }, fieldState }) => (
        <Field
          {...field}
          label={label}
          type="datetime-local"
          error={fieldState.error?.message}
          value={localOf(String(value))}
          onChange={({ target }) => onChange(instantOf(target.value, String(value)))}
        />
      )}
    />
  );
}

function Phases({ edit }: { edit: Edit }) {
  const { fields, append, remove } = useFieldArray({ control: edit.form.control, name: 'phases' });
  const add = (): void => {
    const { registrationEndsAt, phases } = edit.form.getValues();
    append({ name: '', from: phases.at(-1)?.to ?? registrationEndsAt, to: registrationEndsAt, minFee: null });
  };
  return (
    <fieldset className={styles.phases}>
      <legend>{labels.phases}</legend>
      <p className="muted">Registration opens with the first phase. Times are those of India.</p>
      {fields.map(({ id }, index) => (
        <div key={id} className={styles.phase}>
          <Field label={`Name of phase ${index + 1}`} {...edit.field(`phases.${index}.name`)} />
          <div className={styles.pair}>
            <Moment edit={edit} name={`phases.${index}.from`} label="From" />
            <Moment edit={edit} name={`phases.${index}.to`} label="To" />
          </div>
          <Field
            label="Lowest fee in rupees"
            hint="Empty: that of the event"
            inputMode="numeric"
            {...edit.field(`phases.${index}.minFee`, { setValueAs: numberOrNull })}
          />
          <Button size="s" tone="quiet" disabled={fields.length === 1} onClick={() => remove(index)}>
            Remove phase {index + 1}
          </Button>
        </div>
      ))}
      <Button size="s" disabled={fields.length >= MAX_PHASES} onClick={add}>
        Add a phase
      </Button>
    </fieldset>
  );
}

function LoadedEvent({ event }: { event: StoredRunEvent }) {
  const client = useQueryClient();
  const edit = useEditForm<Values, Values>({
    tab: 'events',
    id: `event-${event._id}`,
    schema: RunEventChanges,
    labels,
    stored: stored(event),
    failure: (error) => sentenceOf(error, 'Failed to save the event'),
    theirs: ({ data }) => stored(data?.current as StoredRunEvent),
    words: { phases: (value) => (value as Values['phases']).map(({ name }) => name).join(', ') },
    save: async (values, revision) => {
      await api['virtual-run'].saveEvent({ body: { ...values, revision: Number(revision) } });
      await client.invalidateQueries({ queryKey: ['run'] });
      return stored(await client.fetchQuery({ ...eventQuery, staleTime: 0 }));
    },
  });
  const number = { valueAsNumber: true } as const;
  return (
    <EditForm edit={edit} label="Event" saveLabel="Save the event">
      <Field label={labels.title} {...edit.field('title')} />
      <Field label={labels.tagline} {...edit.field('tagline')} />
      <div className={styles.pair}>
        <Field label={labels.minFee} type="number" min="1" {...edit.field('minFee', number)} />
        <Field label={labels.maxFee} type="number" min="1" {...edit.field('maxFee', number)} />
        <Moment edit={edit} name="startsAt" label={labels.startsAt} />
        <Moment edit={edit} name="registrationEndsAt" label={labels.registrationEndsAt} />
        <Moment edit={edit} name="endsAt" label={labels.endsAt} />
        <Field label={labels.hoursToFinish} type="number" min="1" {...edit.field('hoursToFinish', number)} />
      </div>
      <Phases edit={edit} />
      <CheckField label={labels.isPublished} {...edit.form.register('isPublished')} />
      <CheckField label={labels.startNew} {...edit.form.register('startNew')} />
    </EditForm>
  );
}

/** Dates, fees and phases of the event that ends last (checklist RUN-11, RUN-32). */
export function EventForm() {
  const query = useQuery(eventQuery);
  return (
    <Loaded query={query} loading="Loading the event" error="Failed to load the event" height="24rem">
      {(event) => <LoadedEvent key={event._id} event={event} />}
    </Loaded>
  );
}
