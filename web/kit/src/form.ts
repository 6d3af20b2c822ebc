import { ApiError } from '@satrangi/contracts/pure';
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react';

type Values = Readonly<Record<string, string>>;

/** Error messages by field. */
export type FieldErrors<V extends Values> = { readonly [K in keyof V]?: string | undefined };

type FieldElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export type FormOptions<V extends Values> = {
  readonly initial: V;
  /** Client-side validation before the request. */
  readonly check: (values: V) => FieldErrors<V>;
  readonly submit: (values: V) => Promise<unknown>;
  /** The error message when an error belongs to no field. */
  readonly failureOf: (error: unknown) => string;
  /** Maps server field names to form fields: `{ email: 'identifier' }`. */
  readonly rename?: Readonly<Record<string, keyof V & string>>;
};

/** Field errors of the server (`/body/email`), mapped to the form's fields. */
const serverErrors = <V extends Values>(
  error: unknown,
  { initial, rename }: FormOptions<V>,
): FieldErrors<V> => {
  if (!(error instanceof ApiError)) return {};
  const fieldErrors = (error.problem.errors ?? []).map(({ pointer, detail }) => {
    const name = pointer.split('/').at(-1) ?? '';
    return [rename?.[name] ?? name, detail] as const;
  });
  return Object.fromEntries(fieldErrors.filter(([name]) => name in initial)) as FieldErrors<V>;
};

const hasErrors = <V extends Values>(errors: FieldErrors<V>): boolean => Object.values(errors).some(Boolean);

/** Scrolls the first field with an error into view and focuses it, in document order. */
const focusFirst = <V extends Values>(form: HTMLFormElement, errors: FieldErrors<V>): void => {
  for (const element of form.elements)
    if (element instanceof HTMLElement && errors[element.getAttribute('name') ?? '']) {
      // the middle is clear of sticky bars
      element.scrollIntoView({ block: 'center' });
      element.focus({ preventScroll: true });
      return;
    }
};

/**
 * State of a form: validates before sending, focuses the first wrong field, clears its error when it is edited, shows
 * server errors on their fields, keeps values, and ignores submits while one is running.
 */
export const useForm = <V extends Values>(options: FormOptions<V>) => {
  const [values, setValues] = useState<V>(options.initial);
  const [errors, setErrors] = useState<FieldErrors<V>>({});
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const isRunning = useRef(false);

  const showErrors = (form: HTMLFormElement, fieldErrors: FieldErrors<V>): void => {
    setErrors(fieldErrors);
    focusFirst(form, fieldErrors);
  };

  const send = async (form: HTMLFormElement): Promise<void> => {
    const fieldErrors = options.check(values);
    setFailure(undefined);
    if (hasErrors(fieldErrors)) {
      showErrors(form, fieldErrors);
      return;
    }
    isRunning.current = true;
    setBusy(true);
    try {
      await options.submit(values);
    } catch (error) {
      const fromServer = serverErrors(error, options);
      if (hasErrors(fromServer)) showErrors(form, fromServer);
      else setFailure(options.failureOf(error));
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };

  return {
    values,
    failure,
    busy,
    errors,
    /** Changes fields and clears their errors. */
    set: (change: Partial<V>): void => {
      setValues((before) => ({ ...before, ...change }));
      setErrors((before) => {
        const left = Object.entries(before).filter(([name]) => !(name in change));
        return Object.fromEntries(left) as FieldErrors<V>;
      });
    },
    form: {
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>): void => {
        event.preventDefault();
        if (!isRunning.current) void send(event.currentTarget);
      },
    },
    /** Props of a kit field: `<Field label="Name" {...field('name')} />`. */
    field: (name: keyof V & string) => ({
      name,
      value: values[name] ?? '',
      error: errors[name],
      onChange: ({ target }: ChangeEvent<FieldElement>): void => {
        setValues((before) => ({ ...before, [name]: target.value }));
        setErrors((before) => ({ ...before, [name]: undefined }));
      },
    }),
  };
};

export type FormState<V extends Values> = ReturnType<typeof useForm<V>>;
