import { Field, Select } from '@satrangi/kit';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { z } from 'zod';
import { useOpened } from '../../lib/address.ts';
import { api } from '../../lib/api.ts';
import { EditForm } from '../../lib/edit-form/edit-form.tsx';
import { RichTextField } from '../../lib/edit-form/rich-text-field.tsx';
import { useEditForm } from '../../lib/edit-form/use-edit-form.ts';
import { sentenceOf } from '../../lib/http.ts';
import { useCreateOnce } from '../../lib/use-create-once.ts';
import { isDocumentLink, newsletterSentences } from './letter-words.ts';

const NewLetterForm = z
  .object({
    subject: z.string().trim().min(1, 'Subject required'),
    source: z.enum(['link', 'text']),
    link: z.string().trim(),
    content: z.string(),
  })
  .refine(({ source, link }) => source === 'text' || isDocumentLink(link), {
    path: ['link'],
    message: newsletterSentences.linkInvalid,
    // both sentences at once: a subject that is missing does not hide the link
    when: () => true,
  })
  .refine(({ source, content }) => source === 'link' || content.replace(/<[^>]*>/g, '').trim() !== '', {
    path: ['content'],
    message: 'Content required',
    when: () => true,
  });
type Values = z.output<typeof NewLetterForm>;

const labels = { subject: 'Subject', source: 'From', link: 'Document link', content: 'Text' } as const;
const empty: Values = { subject: '', source: 'link', link: '', content: '' };

/** A new draft: of a Google document or spreadsheet, or of a text that is written here (checklist ADM-34). */
export function NewLetter() {
  const { open } = useOpened();
  const client = useQueryClient();
  const made = useRef<string>(undefined);
  const createOnce = useCreateOnce();
  const edit = useEditForm<Values, Values>({
    tab: 'newsletters',
    id: 'new',
    schema: NewLetterForm,
    labels,
    stored: { values: empty, revision: '' },
    failure: (error) => sentenceOf(error, 'Import failed'),
    save: async (values) => {
      const { subject, source, link, content } = values;
      const letter = await createOnce((options) =>
        source === 'link'
          ? api.cms.importLetter({ body: { driveLink: link, subject } }, options)
          : api.cms.createLetter({ body: { subject, content } }, options),
      );
      await client.invalidateQueries({ queryKey: ['letters', 'drafts'] });
      made.current = letter._id;
      return { values, revision: letter.updatedAt };
    },
  });
  const isDone = edit.state === 'success' && !edit.hasChanges;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it opens the draft once
  useEffect(() => {
    if (isDone && made.current) open(made.current);
  }, [isDone]);
  return (
    <EditForm edit={edit} label="New letter" saveLabel="Make a draft">
      <Field label={labels.subject} {...edit.field('subject')} />
      <Select label={labels.source} {...edit.field('source')}>
        <option value="link">A Google document or spreadsheet</option>
        <option value="text">A text written here</option>
      </Select>
      {edit.form.watch('source') === 'link' ? (
        <Field label={labels.link} type="url" {...edit.field('link')} />
      ) : (
        <RichTextField edit={edit} name="content" label={labels.content} />
      )}
      <p className="muted">Nothing is sent yet: the draft is shown first.</p>
    </EditForm>
  );
}
