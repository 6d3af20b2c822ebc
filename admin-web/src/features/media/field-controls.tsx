import type { MediaDraft } from '@satrangi/contracts';
import { collections, coverMotifs, formats, pageOfCollection, pigments } from '@satrangi/contracts/pure';
import { Field, Select, TextArea } from '@satrangi/kit';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { CheckField } from '../../lib/check-field.tsx';
import type { EditFormState } from '../../lib/edit-form/use-edit-form.ts';
import { clockText, parseChapters } from './chapter-lines.ts';
import type { FieldName, FormField } from './form-fields.ts';
import styles from './media.module.css';

export type MediaEdit = EditFormState<MediaDraft, MediaDraft>;
type Props = {
  readonly edit: MediaEdit;
  readonly name: FieldName;
  readonly field: FormField;
  readonly label: string;
};

const emptyToNull = (value: unknown): unknown => (value === '' ? null : value);
/** An empty language is the default of the contract. */
const toLanguage = (value: unknown): unknown => (value === '' ? 'en' : value);
const toNumber = (value: unknown): unknown =>
  value === '' || value === null || value === undefined ? null : Number(value);

/** Words as a text: with commas, or one on each line when a word has a comma itself. */
const toText = (words: readonly string[]): string =>
  words.join(words.some((word) => word.includes(',')) ? '\n' : ', ');
const toWords = (text: string): string[] =>
  text
    .split(text.includes('\n') ? '\n' : ',')
    .map((word) => word.trim())
    .filter(Boolean);

type ParsedAreaProps<T> = {
  value: T;
  print: (value: T) => string;
  parse: (text: string) => T;
  onValue: (value: T) => void;
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  rows: number;
};

/** A text for a value that is no text. Follows the value when it changes elsewhere, such as by a draft. */
function ParsedArea<T>({ value, print, parse, onValue, rows, ...rest }: ParsedAreaProps<T>) {
  const [text, setText] = useState(() => print(value));
  const shown = JSON.stringify(parse(text)) === JSON.stringify(value) ? text : print(value);
  return (
    <TextArea
      {...rest}
      rows={rows}
      value={shown}
      onChange={({ target }) => {
        setText(target.value);
        onValue(parse(target.value));
      }}
    />
  );
}

function Words({ edit, name, field, label }: Props) {
  return (
    <Controller
      control={edit.form.control}
      name={name as 'tags'}
      render={({ field: { value, onChange }, fieldState }) => (
        <ParsedArea
          label={label}
          hint={field.hint}
          error={fieldState.error?.message}
          rows={2}
          value={value}
          print={toText}
          parse={toWords}
          onValue={onChange}
        />
      )}
    />
  );
}

function Chapters({ edit, field, label }: Props) {
  return (
    <Controller
      control={edit.form.control}
      name="chapters"
      render={({ field: { value, onChange } }) => (
        <ParsedArea
          label={label}
          hint={field.hint}
          // one sentence stands for all entries
          error={
            edit.form.getFieldState('chapters').invalid
              ? 'Chapters must stand in order, each with a time and a title'
              : undefined
          }
          rows={4}
          value={value}
          print={(chapters) =>
            chapters.map(({ startSeconds, title }) => `${clockText(startSeconds)} ${title}`).join('\n')
          }
          parse={parseChapters}
          onValue={onChange}
        />
      )}
    />
  );
}

const formatNames = { text: 'Text', audio: 'Audio', video: 'Video', archive: 'Archive' } as const;

function Formats({ edit, label }: Props) {
  return (
    <Controller
      control={edit.form.control}
      name="formats"
      render={({ field: { value, onChange }, fieldState }) => (
        <fieldset className={styles.boxes}>
          <legend>{label}</legend>
          {formats.map((format) => (
            <CheckField
              key={format}
              label={formatNames[format]}
              checked={value?.includes(format) ?? false}
              onChange={({ target }) =>
                onChange(
                  target.checked
                    ? [...(value ?? []), format]
                    : (value ?? []).filter((each) => each !== format),
                )
              }
            />
          ))}
          {fieldState.error && <p className={styles.error}>{fieldState.error.message}</p>}
        </fieldset>
      )}
    />
  );
}

const firstCover = { motif: 'windows', ground: 'neel', figure: 'haldi', accent: 'anaar' } as const;

function CoverControl({ edit, label }: Props) {
  return (
    <Controller
      control={edit.form.control}
      name="cover"
      render={({ field: { value, onChange } }) => (
        <fieldset className={styles.boxes}>
          <legend>{label}</legend>
          <CheckField
            label="Draw a cover"
            checked={value !== null}
            onChange={({ target }) => onChange(target.checked ? firstCover : null)}
          />
          {value && (
            <div className={styles.pair}>
              {(['motif', 'ground', 'figure', 'accent'] as const).map((part) => (
                <Select
                  key={part}
                  label={part[0]?.toUpperCase() + part.slice(1)}
                  value={value[part]}
                  onChange={({ target }) => onChange({ ...value, [part]: target.value })}
                >
                  {(part === 'motif' ? coverMotifs : pigments).map((each) => (
                    <option key={each}>{each}</option>
                  ))}
                </Select>
              ))}
            </div>
          )}
        </fieldset>
      )}
    />
  );
}

function Note({ edit, label }: Props) {
  return (
    <Controller
      control={edit.form.control}
      name="staffNote"
      render={({ field: { value, onChange } }) => {
        const set = (change: object): void => {
          const next = { text: '', by: '', ...value, ...change };
          onChange(next.text === '' && next.by === '' ? null : next);
        };
        return (
          <>
            <TextArea
              label={label}
              rows={2}
              value={value?.text ?? ''}
              onChange={({ target }) => set({ text: target.value })}
            />
            <Field
              label="Staff note by"
              value={value?.by ?? ''}
              onChange={({ target }) => set({ by: target.value })}
            />
          </>
        );
      }}
    />
  );
}

/** The control of one field. */
export function FieldControl(props: Props) {
  const { edit, name, field, label } = props;
  const common = { label, hint: field.hint };
  switch (field.control) {
    case 'words':
      return <Words {...props} />;
    case 'chapters':
      return <Chapters {...props} />;
    case 'formats':
      return <Formats {...props} />;
    case 'cover':
      return <CoverControl {...props} />;
    case 'note':
      return <Note {...props} />;
    case 'area':
      return <TextArea {...common} {...edit.field(name, { setValueAs: emptyToNull })} />;
    case 'number':
      return (
        <Field
          {...common}
          type="number"
          min="0"
          step="any"
          inputMode="decimal"
          {...edit.field(name, { setValueAs: toNumber })}
        />
      );
    case 'collection':
      return (
        <Select {...common} {...edit.field(name)}>
          {collections.map((each) => (
            <option key={each} value={each}>
              {pageOfCollection(each)}
            </option>
          ))}
        </Select>
      );
    case 'check':
      return (
        <div>
          <CheckField label={label} {...edit.form.register(name)} />
          {field.hint && <p className="muted">{field.hint}</p>}
        </div>
      );
    case 'text':
      return (
        <Field
          {...common}
          autoComplete="off"
          {...edit.field(name, { setValueAs: name === 'language' ? toLanguage : emptyToNull })}
        />
      );
  }
}
