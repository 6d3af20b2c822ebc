import { Button, ErrorNote, Field, Select } from '@satrangi/kit';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useOpened } from '../../lib/address.ts';
import { api } from '../../lib/api.ts';
import { messageOf } from '../../lib/http.ts';
import { RichTextEditor } from '../../lib/rich-text-editor.tsx';
import { useSingleRun } from '../../lib/use-single-run.ts';
import { isDocumentLink, newsletterSentences } from './letter-words.ts';
import styles from './newsletters.module.css';

/** A new draft: of a Google document or spreadsheet, or of a text that is written here (checklist ADM-34). */
export function NewLetter() {
  const [source, setSource] = useState<'link' | 'text'>('link');
  const [subject, setSubject] = useState('');
  const [link, setLink] = useState('');
  const [content, setContent] = useState('');
  const [errors, setErrors] = useState<{ subject?: string; link?: string; content?: string }>({});
  const { busy, failure, setFailure, run } = useSingleRun<'make'>();
  const { open } = useOpened();
  const client = useQueryClient();

  const check = () => ({
    ...(subject.trim() === '' && { subject: 'Subject required' }),
    ...(source === 'link' && !isDocumentLink(link) && { link: newsletterSentences.linkInvalid }),
    ...(source === 'text' &&
      content.replace(/<[^>]*>/g, '').trim() === '' && { content: 'Content required' }),
  });
  const make = () =>
    source === 'link'
      ? api.cms.importLetter({ body: { driveLink: link.trim(), subject } })
      : api.cms.createLetter({ body: { subject, content } });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const found = check();
    setErrors(found);
    setFailure(undefined);
    if (Object.keys(found).length > 0) return;
    await run(
      'make',
      async () => {
        const { _id } = await make();
        await client.invalidateQueries({ queryKey: ['letters', 'drafts'] });
        open(_id);
      },
      (error) => messageOf(error) || 'Import failed',
    );
  };
  return (
    <form className={styles.form} aria-label="New letter" noValidate onSubmit={(event) => void submit(event)}>
      <Field
        label="Subject"
        value={subject}
        error={errors.subject}
        onChange={({ target }) => setSubject(target.value)}
      />
      <Select
        label="From"
        value={source}
        onChange={({ target }) => setSource(target.value === 'text' ? 'text' : 'link')}
      >
        <option value="link">A Google document or spreadsheet</option>
        <option value="text">A text written here</option>
      </Select>
      {source === 'link' ? (
        <Field
          label="Document link"
          type="url"
          value={link}
          error={errors.link}
          onChange={({ target }) => setLink(target.value)}
        />
      ) : (
        <RichTextEditor label="Text" value={content} onChange={setContent} error={errors.content} />
      )}
      {failure && <ErrorNote>{failure}</ErrorNote>}
      <Button type="submit" tone="primary" disabled={busy !== null}>
        {busy ? 'Reading …' : 'Make a draft'}
      </Button>
      <p className="muted">Nothing is sent yet: the draft is shown first.</p>
    </form>
  );
}
