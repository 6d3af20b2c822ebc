import type { SubmissionDetail } from '@satrangi/contracts';
import { Button, buttonLook, Select, TextArea } from '@satrangi/kit';
import { useState } from 'react';
import { draftKey } from '../../lib/drafts.ts';
import { KeptNote } from '../../lib/kept-note.tsx';
import { useKeptState } from '../../lib/use-kept.ts';
import styles from './publishing.module.css';
import { mailtoOf, REPLY_SUBJECT, replyTemplates } from './reply-templates.ts';

/** A reply that begins with a template and leaves by the editor's own mail program. */
export function Reply({ submission }: { submission: SubmissionDetail }) {
  const [{ template, text }, setReply, kept] = useKeptState(
    draftKey('publishing', `${submission._id}:reply`),
    { template: '', text: '' },
  );
  const [copied, setCopied] = useState('');
  const choose = (id: string): void => {
    setCopied('');
    const found = replyTemplates.find((each) => each.id === id);
    setReply({ template: id, text: found ? found.text(submission) : '' });
  };
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied('Copied.');
    } catch {
      setCopied('The browser does not allow copying. Select the text and copy it.');
    }
  };
  return (
    <div className={styles.form}>
      <KeptNote
        at={kept.at}
        onDrop={() => {
          kept.clear();
          setCopied('');
        }}
      />
      <Select label="Begin with" value={template} onChange={({ target }) => choose(target.value)}>
        <option value="">Choose a template</option>
        {replyTemplates.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </Select>
      {template && (
        <>
          <TextArea
            label={`Reply to ${submission.name}`}
            hint={`Subject: ${REPLY_SUBJECT}. It says nothing about the work on a locked phone.`}
            rows={9}
            value={text}
            onChange={({ target }) => {
              setReply({ template, text: target.value });
              setCopied('');
            }}
          />
          <div className={styles.actions}>
            <a
              {...buttonLook({ size: 's', tone: 'primary' })}
              href={mailtoOf(submission.email, text)}
              onClick={kept.drop}
            >
              Open in the mail program
            </a>
            <Button size="s" onClick={() => void copy()}>
              Copy
            </Button>
            <span role="status">{copied}</span>
          </div>
        </>
      )}
    </div>
  );
}
