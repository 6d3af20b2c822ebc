import { Button, Dialog, Failure, Field } from '@satrangi/kit';
import { type FormEvent, type ReactNode, useState } from 'react';
import { api } from './api.ts';
import styles from './confirm.module.css';
import { Confirm } from './confirm.tsx';
import { messageOf } from './http.ts';
import type { Picture } from './quill-editor.tsx';
import { useSingleRun } from './use-single-run.ts';

const UPLOAD_FAILED = 'Image upload failed';

/** The name to upload with: an empty or identical one keeps the old (checklist ADM-41); the ending stays. */
export const pictureName = (old: string, given: string): string => {
  const ending = /\.[^.]+$/.exec(old)?.[0] ?? '';
  const name = given.trim();
  if (name === '' || name === old) return old;
  return ending === '' || name.toLowerCase().endsWith(ending.toLowerCase()) ? name : `${name}${ending}`;
};

const upload = async (file: File, name: string): Promise<string> => {
  const image = name === file.name ? file : new File([file], name, { type: file.type });
  const { url } = await api.cms.uploadImage({ files: { image } });
  return url;
};

const failureOf = (error: unknown): string => {
  const detail = messageOf(error);
  return /^Image |^Choose /.test(detail) && detail !== UPLOAD_FAILED
    ? `${UPLOAD_FAILED}. ${detail}`
    : UPLOAD_FAILED;
};

type Errors = { readonly file?: string; readonly alt?: string };

const errorsOf = (file: File | null, alt: string): Errors => ({
  ...(file ? {} : { file: 'Choose a JPG, PNG, WebP or GIF image' }),
  ...(alt.trim() === '' ? { alt: 'Say what the picture shows' } : {}),
});

function PictureDialog({ onDone }: { onDone: (picture: Picture | null) => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [name, setName] = useState('');
  const [alt, setAlt] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const { busy, failure, run } = useSingleRun<'upload'>();
  const [isConfirming, setConfirming] = useState(false);

  const send = async (): Promise<void> => {
    if (!file) return;
    const act = async (): Promise<void> =>
      onDone({ url: await upload(file, pictureName(file.name, name)), alt: alt.trim() });
    await run('upload', act, failureOf);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // the form of the page around the dialog is another one
    event.stopPropagation();
    const found = errorsOf(file, alt);
    setErrors(found);
    if (!file || Object.keys(found).length > 0) return;
    if (pictureName(file.name, name) === file.name) void send();
    else setConfirming(true);
  };
  return (
    <Dialog open onClose={() => onDone(null)} title="Upload image" shape="centre">
      <form className={styles.confirm} noValidate onSubmit={submit}>
        <Field
          label="Image"
          type="file"
          accept="image/jpeg,image/png,image/webp,image/gif"
          hint="JPG, PNG, WebP or GIF, at most 5 MB."
          error={errors.file}
          onChange={({ target }) => {
            setFile(target.files?.[0] ?? null);
            setName(target.files?.[0]?.name ?? '');
          }}
        />
        <Field
          label="File name"
          hint="Empty keeps the name of the file."
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Field
          label="Alt text"
          hint="Read out in place of the picture."
          required
          value={alt}
          error={errors.alt}
          onChange={({ target }) => setAlt(target.value)}
        />
        <Failure>{failure}</Failure>
        <div className={styles.buttons}>
          <Button onClick={() => onDone(null)}>Cancel</Button>
          <Button type="submit" tone="primary" aria-disabled={busy !== null}>
            {busy ? 'Uploading…' : 'Upload'}
          </Button>
        </div>
      </form>
      {isConfirming && file && (
        <Confirm
          title={`Rename ‘${file.name}’ to ‘${pictureName(file.name, name)}’?`}
          action="Rename and upload"
          tone="primary"
          failureOf={() => UPLOAD_FAILED}
          onConfirm={async () => {
            setConfirming(false);
            await send();
          }}
          onClose={() => setConfirming(false)}
        />
      )}
    </Dialog>
  );
}

/**
 * Asks for a picture with its alt text, and uploads it to the cms.
 * @returns `pick` for `RichTextEditor`, and the dialog, to be rendered outside of forms
 */
export const usePicturePicker = (): { pick: () => Promise<Picture | null>; dialog: ReactNode } => {
  const [answer, setAnswer] = useState<{ readonly give: (picture: Picture | null) => void } | null>(null);
  return {
    pick: () => new Promise((give) => setAnswer({ give })),
    dialog: answer && (
      <PictureDialog
        onDone={(picture) => {
          setAnswer(null);
          answer.give(picture);
        }}
      />
    ),
  };
};
