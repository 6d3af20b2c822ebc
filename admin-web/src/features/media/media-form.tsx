import type { EditorItem, MediaDraft } from '@satrangi/contracts';
import { type MediaKind, mediaTypes } from '@satrangi/contracts/pure';
import { Failure, Select } from '@satrangi/kit';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useOpened } from '../../lib/address.ts';
import { EditForm } from '../../lib/edit-form/edit-form.tsx';
import { type Stored, useEditForm } from '../../lib/edit-form/use-edit-form.ts';
import { CallError } from '../../lib/http.ts';
import { ifMatch } from '../../lib/if-match.ts';
import { useCreateOnce } from '../../lib/use-create-once.ts';
import { DriveLinkField } from './drive-link.tsx';
import { FieldControl } from './field-controls.tsx';
import {
  fieldLabels,
  groupsOf,
  movedCreator,
  newDraft,
  requiredFields,
  schemaOf,
  usualFormatOf,
} from './form-fields.ts';
import styles from './media.module.css';
import { callsOf, keyOf, kindNamed } from './media-calls.ts';
import { mediaFormTexts } from './media-form-texts.ts';
import { mediaTexts } from './media-texts.ts';
import { PreviewCard } from './preview-card.tsx';
import { CountUploads } from './upload.tsx';
import { Uploads } from './uploads.tsx';
import { useDriveCheck } from './use-drive-check.ts';

/** A save that the form holds back itself, with its sentence. */
class HeldBack extends Error {
  override readonly name = 'HeldBack';
}

const storedOf = (item: EditorItem): Stored<MediaDraft> => ({
  values: { ...newDraft(kindNamed(item.mediaType)), ...item.draft },
  revision: item.draftRevision,
});

const failureOf = (error: unknown): string => {
  if (error instanceof HeldBack) return error.message;
  const isFull = error instanceof CallError && error.problem?.code === 'featured-full';
  return isFull ? mediaTexts.featuredFull : mediaFormTexts.saveFailed;
};

const readableWords = {
  cover: (value: unknown) => (value ? JSON.stringify(value) : 'none'),
  tags: (value: unknown) => (value as string[]).join(', '),
  genres: (value: unknown) => (value as string[]).join(', '),
  cast: (value: unknown) => (value as string[]).join(', '),
  contentNotes: (value: unknown) => (value as string[]).join(', '),
  formats: (value: unknown) => (value as string[]).join(', '),
};

/** The state of the form, and what it does when it is saved. */
const useMediaEdit = (item: EditorItem | null, filled: MediaDraft | null, draftId: string) => {
  const client = useQueryClient();
  const [kind, setKind] = useState<MediaKind>(
    kindNamed(item?.mediaType ?? filled?.mediaType ?? mediaTypes[0].stored),
  );
  const drive = useDriveCheck(item?.driveLink ?? null);
  const [created, setCreated] = useState<EditorItem | null>(null);
  const createOnce = useCreateOnce();
  const [uploads, setUploads] = useState(0);
  const saved = useRef(item);
  const stored = item ? storedOf(item) : { values: filled ?? newDraft(), revision: '' };
  const edit = useEditForm<MediaDraft, MediaDraft>({
    tab: 'media',
    id: draftId,
    schema: schemaOf(kind, item?.fileStore !== null && item !== null),
    stored,
    labels: fieldLabels,
    words: readableWords,
    rename: { format: 'formats', page: 'collection' },
    isUploading: uploads > 0,
    save: async (values, revision) => {
      const block = drive.blockOf(values.driveLink, saved.current?.driveLink ?? null);
      if (block) throw new HeldBack(block);
      const calls = callsOf(kind);
      const body = { ...values, mediaType: kind.stored };
      // a second save of a new item changes it and adds no other
      const target = saved.current;
      const answer = target
        ? await calls.update({ params: { id: target._id }, body }, ifMatch(revision))
        : await createOnce((options) => calls.create({ body }, options));
      saved.current = answer;
      if (!item) setCreated(answer);
      // the answer of a save has no transcript; what was sent is what is stored
      const next = storedOf(answer);
      void client.invalidateQueries({ queryKey: ['media'] });
      return { ...next, values: { ...next.values, transcript: values.transcript } };
    },
    failure: failureOf,
    theirs: async () => storedOf(await callsOf(kind).draft({ params: { id: item?._id ?? '' } })),
  });
  const countUploads = useCallback((by: 1 | -1): void => setUploads((count) => count + by), []);
  return { edit, kind, setKind, drive, created, countUploads } as const;
};

type FieldGroupsProps = {
  form: ReturnType<typeof useMediaEdit> & { readonly item: EditorItem | null };
};

/** The fields of one kind, in groups. A film or a recording has its Drive link among its URLs. */
function FieldGroups({ form }: FieldGroupsProps) {
  const { edit, kind, drive, item } = form;
  const required = requiredFields(kind);
  return groupsOf(kind).map(({ group, fields }) => (
    <fieldset key={group} className={styles.group}>
      <legend>{group}</legend>
      {group === 'File' && <DriveLinkField edit={edit} drive={drive} item={item} />}
      {fields.map(([name, field]) => (
        <FieldControl
          key={name}
          edit={edit}
          name={name}
          field={field}
          label={required.has(name) ? `${field.label} (required)` : field.label}
        />
      ))}
    </fieldset>
  ));
}

type MediaFormProps = {
  item: EditorItem | null;
  filled?: MediaDraft | null;
  draftId: string;
};

/**
 * The form of an item. The kind decides the fields; it can be chosen only for a new item.
 * @param filled the values of a new item that begins with something, such as a submission
 */
export function MediaForm({ item, filled = null, draftId }: MediaFormProps) {
  const form = useMediaEdit(item, filled, draftId);
  const { edit, kind, setKind, drive, created, countUploads } = form;
  const { open } = useOpened();
  const typedKind = edit.form.watch('mediaType');
  // a draft that is taken back may be of another kind
  useEffect(() => {
    if (!item && typedKind && typedKind !== kind.stored) setKind(kindNamed(typedKind));
  }, [item, typedKind, kind, setKind]);
  useEffect(() => {
    if (created && !edit.hasChanges) open(keyOf(created));
  }, [created, edit.hasChanges, open]);
  const filledLink = filled?.driveLink;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link that came with the form is checked once
  useEffect(() => {
    if (filledLink) void drive.run(filledLink);
  }, [filledLink]);
  const pickKind = (stored: string): void => {
    const next = kindNamed(stored);
    const formats = edit.form.getValues('formats');
    if (formats?.length === 1 && formats[0] === usualFormatOf(kind))
      edit.form.setValue('formats', [usualFormatOf(next)], { shouldDirty: true });
    const creator = movedCreator(kind, next, edit.form.getValues());
    if (creator) {
      edit.form.setValue(kind.creator, null, { shouldDirty: true });
      edit.form.setValue(next.creator, creator, { shouldDirty: true });
    }
    edit.form.setValue('mediaType', next.stored, { shouldDirty: true });
    edit.form.clearErrors();
    setKind(next);
  };
  return (
    <>
      <PreviewCard control={edit.form.control} kind={kind} item={item} />
      <EditForm edit={edit} label={item ? `Edit ${item.title}` : 'New item'}>
        <Select
          label="Type"
          value={kind.stored}
          disabled={item !== null}
          onChange={({ target }) => pickKind(target.value)}
        >
          {mediaTypes.map(({ stored, label }) => (
            <option key={stored} value={stored}>
              {label}
            </option>
          ))}
        </Select>
        <FieldGroups form={{ ...form, item }} />
        {edit.state === 'error' && Object.keys(edit.errors).length > 0 && (
          <Failure>{mediaFormTexts.saveFailed}</Failure>
        )}
      </EditForm>
      {item && (
        <CountUploads value={countUploads}>
          <Uploads item={item} isHeldBack={edit.hasChanges && !edit.isUploading} />
        </CountUploads>
      )}
    </>
  );
}
