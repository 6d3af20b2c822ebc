import type { ComponentProps } from 'react';
import { Controller, type FieldValues, type Path } from 'react-hook-form';
import { RichTextEditor } from '../rich-text-editor.tsx';
import type { EditFormState } from './use-edit-form.ts';

/** A field of a form with formatted text. */
export function RichTextField<In extends FieldValues, Out>({
  edit,
  name,
  ...props
}: Pick<ComponentProps<typeof RichTextEditor>, 'label' | 'pickPicture'> & {
  edit: EditFormState<In, Out>;
  name: Path<In>;
}) {
  return (
    <Controller
      control={edit.form.control}
      name={name}
      render={({ field, fieldState }) => (
        <RichTextEditor {...props} {...field} error={fieldState.error?.message} />
      )}
    />
  );
}
