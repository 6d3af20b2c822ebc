import { ApiError } from '@satrangi/contracts/pure';
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react';

type Values = Readonly<Record<string, string>>;

/** Sentences beside the fields they speak of. */
export type Wrong<V extends Values> = { readonly [K in keyof V]?: string | undefined };

type Told = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export type FormPlan<V extends Values> = {
  readonly start: V;
  /** What the page itself refuses, before anything is sent. */
  readonly check: (values: V) => Wrong<V>;
  readonly submit: (values: V) => Promise<unknown>;
  /** The sentence for a refusal that belongs to no field. */
  readonly failureOf: (error: unknown) => string;
  /** The field that shows what the server said about another name: `{ email: 'identifier' }`. */
  readonly rename?: Readonly<Record<string, keyof V & string>>;
};

/** What the server said about single fields (`/body/email`), put on the fields of this form. */
const wrongOf = <V extends Values>(error: unknown, { start, rename }: FormPlan<V>): Wrong<V> => {
  if (!(error instanceof ApiError)) return {};
  const said = (error.problem.errors ?? []).map(({ pointer, detail }) => {
    const name = pointer.split('/').at(-1) ?? '';
    return [rename?.[name] ?? name, detail] as const;
  });
  return Object.fromEntries(said.filter(([name]) => name in start)) as Wrong<V>;
};

const isWrong = <V extends Values>(wrong: Wrong<V>): boolean => Object.values(wrong).some(Boolean);

/** Moves to the first field, in the order of the page, that has something to say. */
const focusFirst = <V extends Values>(form: HTMLFormElement, wrong: Wrong<V>): void => {
  for (const element of form.elements)
    if (element instanceof HTMLElement && wrong[element.getAttribute('name') ?? '']) {
      element.focus();
      return;
    }
};

/**
 * A form of plain fields: checks before sending, moves to the first wrong field, clears its sentence when it is
 * edited, puts the server's sentences on their fields, keeps what was typed, and sends once however often it is
 * pressed.
 */
export const useForm = <V extends Values>(plan: FormPlan<V>) => {
  const [values, setValues] = useState<V>(plan.start);
  const [wrong, setWrong] = useState<Wrong<V>>({});
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const running = useRef(false);

  const refuse = (form: HTMLFormElement, said: Wrong<V>): void => {
    setWrong(said);
    focusFirst(form, said);
  };

  const send = async (form: HTMLFormElement): Promise<void> => {
    const said = plan.check(values);
    setFailure(undefined);
    if (isWrong(said)) {
      refuse(form, said);
      return;
    }
    running.current = true;
    setBusy(true);
    try {
      await plan.submit(values);
    } catch (error) {
      const answered = wrongOf(error, plan);
      if (isWrong(answered)) refuse(form, answered);
      else setFailure(plan.failureOf(error));
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  return {
    values,
    failure,
    busy,
    wrong,
    set: (change: Partial<V>): void => setValues((before) => ({ ...before, ...change })),
    form: {
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>): void => {
        event.preventDefault();
        if (!running.current) void send(event.currentTarget);
      },
    },
    /** Everything a field of the kit needs: `<Field label="Name" {...field('name')} />`. */
    field: (name: keyof V & string) => ({
      name,
      value: values[name] ?? '',
      error: wrong[name],
      onChange: ({ target }: ChangeEvent<Told>): void => {
        setValues((before) => ({ ...before, [name]: target.value }));
        setWrong((before) => ({ ...before, [name]: undefined }));
      },
    }),
  };
};
