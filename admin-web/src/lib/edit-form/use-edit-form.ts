import { zodResolver } from '@hookform/resolvers/zod';
import type { Problem } from '@satrangi/contracts';
import { useEffect, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type RegisterOptions,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { ZodType } from 'zod';
import { type Draft, type DraftPlace, draftKey } from '../drafts.ts';
import { CallError, messageOf } from '../http.ts';
import { isSame } from '../is-same.ts';
import { useSaveState } from './save-status.tsx';
import { useDraft } from './use-draft.ts';
import { useLeaveGuard } from './use-leave-guard.ts';

/** The values of a form as the service has them. `revision` is what `If-Match` sends; empty for a new record. */
export type Stored<V> = { readonly values: V; readonly revision: string };

export type EditFormOptions<In extends FieldValues, Out> = {
  /** The tab and the record, for the draft: `useEditForm` of another record needs another React `key`. */
  readonly tab: string;
  readonly id: string;
  /** Of the contracts. Its input may be wider than the values of the form. */
  readonly schema: ZodType<Out>;
  /** The service's state. A newer one is taken in while nothing is typed; after that it is a conflict at the save. */
  readonly stored: Stored<In>;
  /** The labels of fields, for the error summary and the conflict panel. */
  readonly labels: Readonly<Record<string, string>>;
  /** Sends the values with `If-Match: revision`. @returns the state after it */
  readonly save: (values: Out, revision: string) => Promise<Stored<In>>;
  /** `tab` for values about a person. */
  readonly draftPlace?: DraftPlace;
  /** Asks before values are sent over the present ones. Fulfilled with false: nothing is sent. */
  readonly confirm?: (values: Out, present: In) => Promise<boolean>;
  /** Files of the record are on their way: they end when the form is left, so that it asks before. */
  readonly isUploading?: boolean;
  /** The exact sentence of a failed save, or a function that builds it. */
  readonly failure: string | ((error: unknown) => string);
  /** The other admin's state of a refused save: from `problem.data.current`, or requested. Opens the conflict panel; null: there is none. */
  readonly theirs?: (problem: Partial<Problem>) => Stored<In> | null | Promise<Stored<In> | null>;
  /** Names of the service's fields that have another name here: `{ email: 'address' }`. */
  readonly rename?: Readonly<Record<string, string>>;
  /** Readable words of a field for the conflict panel, when its value is no plain text. */
  readonly words?: Readonly<Record<string, (value: unknown) => string>>;
};

export type Conflict<In> = { readonly base: In; readonly mine: In; readonly theirs: Stored<In> };

/** The fields of `values` that differ from those of `base`. */
const changedFields = <V extends FieldValues>(values: Partial<V>, base: V): Partial<V> => {
  const changed: Partial<V> = { ...values };
  for (const name of Object.keys(changed)) if (isSame(values[name], base[name])) delete changed[name];
  return changed;
};
const isEmpty = (values: object): boolean => Object.keys(values).length === 0;

/** Puts the sentences of the service on their fields. @returns whether one was put */
const showServerErrors = <In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  error: unknown,
  { labels, rename = {} }: Pick<EditFormOptions<In, Out>, 'labels' | 'rename'>,
): boolean => {
  const own = (error instanceof CallError ? (error.problem?.errors ?? []) : []).flatMap((each) => {
    const name = each.pointer.split('/').at(-1) ?? '';
    const field = rename[name] ?? name;
    return field in labels ? [{ field, message: each.detail }] : [];
  });
  for (const [index, { field, message }] of own.entries())
    form.setError(field as Path<In>, { type: 'server', message }, { shouldFocus: index === 0 });
  return own.length > 0;
};

/** Sets all values as the new base, then those of `changes` over them, which count as typed. */
const rebase = <In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  base: In,
  changes: Partial<In>,
): void => {
  form.reset(base as DefaultValues<In>);
  for (const [name, value] of Object.entries(changedFields(changes, base))) {
    // `Object.entries` loses which value belongs to which name
    form.setValue(name as Path<In>, value as PathValue<In, Path<In>>, { shouldDirty: true });
  }
};

const sentenceOf = (sentence: string | ((error: unknown) => string), error: unknown): string =>
  typeof sentence === 'string' ? sentence : sentence(error);

/** The form of a record, the stored state that it is based on, and the draft of what was typed. */
const useRecordForm = <In extends FieldValues, Out>({
  tab,
  id,
  schema,
  stored,
  draftPlace = 'browser',
  isUploading = false,
}: EditFormOptions<In, Out>) => {
  const base = useRef(stored);
  const isSaving = useRef(false);
  const form = useForm<In, unknown, Out>({
    defaultValues: stored.values as DefaultValues<In>,
    // the resolver wants a schema whose input is exactly the values; ours takes more
    resolver: zodResolver(schema as ZodType<Out, In>),
  });

  /** Only what was typed: a draft contains none of the stored record. */
  const present = (): Draft<Partial<In>> | null => {
    const values = changedFields(form.getValues(), base.current.values);
    return isEmpty(values) ? null : { at: Date.now(), values, revision: base.current.revision };
  };
  const { offer, settleOffer, touch, flush } = useDraft(draftKey(tab, id), draftPlace, present);
  const blocker = useLeaveGuard(form.formState.isDirty || isUploading);
  useEffect(() => form.subscribe({ formState: { values: true }, callback: touch }), [form, touch]);

  const takeIn = (newer: Stored<In>): void => {
    if (newer.revision === base.current.revision || isSaving.current) return;
    // another revision of the same values (a status) is no conflict
    if (isSame(newer.values, base.current.values)) base.current = newer;
    if (present() !== null) return;
    base.current = newer;
    form.reset(newer.values as DefaultValues<In>);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another revision is another state of the record
  useEffect(() => takeIn(stored), [stored.revision]);

  const takeOffer = (): void => {
    if (!offer) return;
    base.current = { values: base.current.values, revision: offer.revision };
    rebase(form, base.current.values, offer.values);
    settleOffer();
  };
  return { form, base, isSaving, blocker, flush, offer, takeOffer, dropOffer: settleOffer } as const;
};
type RecordForm<In extends FieldValues, Out> = ReturnType<typeof useRecordForm<In, Out>>;

/** One save at a time: its state, and what became of it when it failed. */
const useSaving = <In extends FieldValues, Out>(
  { form, base, isSaving, flush }: RecordForm<In, Out>,
  options: EditFormOptions<In, Out>,
) => {
  const { confirm, failure: sentence } = options;
  const { state, savedAt, setState } = useSaveState();
  const [failure, setFailure] = useState<string>();
  const [conflict, setConflict] = useState<Conflict<In> | null>(null);

  const accept = (saved: Stored<In>, sent: In): void => {
    base.current = saved;
    rebase(form, saved.values, changedFields(form.getValues(), sent));
    setConflict(null);
    setState('success');
  };
  const refuse = async (error: unknown, sent: In): Promise<void> => {
    const problem = error instanceof CallError ? error.problem : null;
    const isConflict = problem?.code === 'version-conflict';
    const theirs = isConflict && options.theirs ? await options.theirs(problem) : null;
    setState('error');
    if (theirs) setConflict({ base: base.current.values, mine: sent, theirs });
    else if (!showServerErrors(form, error, options))
      setFailure(isConflict ? messageOf(error) : sentenceOf(sentence, error));
  };
  const send = async (values: Out): Promise<boolean> => {
    const sent = structuredClone(form.getValues());
    setState('saving');
    try {
      accept(await options.save(values, base.current.revision), sent);
      return true;
    } catch (error) {
      await refuse(error, sent).catch(() => setFailure(sentenceOf(sentence, error)));
      return false;
    } finally {
      flush();
    }
  };

  /** Validates and saves. @returns whether it is saved; false too while another save runs */
  const save = async (): Promise<boolean> => {
    if (isSaving.current) return false;
    isSaving.current = true;
    let isSaved = false;
    setFailure(undefined);
    try {
      await form.handleSubmit(
        async (values) => {
          if (confirm && !(await confirm(values, base.current.values))) return;
          isSaved = await send(values);
        },
        () => setState('error'),
      )();
    } finally {
      isSaving.current = false;
    }
    return isSaved;
  };
  return { state, savedAt, setState, failure, setFailure, conflict, setConflict, save } as const;
};

/**
 * The state of a form that edits a record: react-hook-form with a schema of the contracts, a draft,
 * the question before leaving, sentences of the service on their fields, one save at a time, and conflicts. Use it with
 * `<EditForm>`, which shows all of that.
 */
export const useEditForm = <In extends FieldValues, Out>(options: EditFormOptions<In, Out>) => {
  const record = useRecordForm(options);
  const { form, base, flush, offer, takeOffer, dropOffer, blocker } = record;
  const saving = useSaving(record, options);
  const { state, savedAt, setState, failure, setFailure, conflict, setConflict, save } = saving;
  const { isDirty, errors } = form.formState;

  return {
    /** react-hook-form itself: `control`, `watch`, `setValue`, `register` for check boxes and numbers. */
    form,
    /** Props of a kit field: `<Field label="Title" {...edit.field('title')} />`. */
    field: (name: Path<In>, rules?: RegisterOptions<In, Path<In>>) => ({
      ...form.register(name, rules),
      error: form.getFieldState(name, form.formState).error?.message,
    }),
    save,
    /** The revision of the stored values that the form began with. */
    seenRevision: (): string => base.current.revision,
    busy: state === 'saving',
    hasChanges: isDirty,
    state,
    savedAt,
    failure,
    errors,
    labels: options.labels,
    words: options.words ?? {},
    conflict,
    closeConflict: () => setConflict(null),
    /** Takes the chosen values over theirs, and saves them on top of theirs. */
    resolveConflict: async (chosen: In): Promise<boolean> => {
      if (!conflict) return false;
      base.current = conflict.theirs;
      rebase(form, conflict.theirs.values, chosen);
      setConflict(null);
      flush();
      return save();
    },
    offer,
    takeOffer,
    dropOffer,
    blocker,
    isUploading: options.isUploading ?? false,
    draftPlace: options.draftPlace ?? 'browser',
    /** Shows another state of the record, and drops what was typed. */
    load: (newer: Stored<In>): void => {
      base.current = newer;
      form.reset(newer.values as DefaultValues<In>);
      setFailure(undefined);
      setState('idle');
      flush();
    },
  } as const;
};

export type EditFormState<In extends FieldValues, Out = unknown> = ReturnType<typeof useEditForm<In, Out>>;
