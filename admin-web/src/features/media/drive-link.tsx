import type { EditorItem } from '@satrangi/contracts';
import { Button, Field } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { api } from '../../lib/api.ts';
import type { MediaEdit } from './field-controls.tsx';
import styles from './media.module.css';
import { FileText } from './media-columns.tsx';
import type { DriveCheck } from './use-drive-check.ts';

const PASTED_MS = 0;

/** The address that owners share their files with. */
function ShareAddress() {
  const { data } = useQuery({
    queryKey: ['media', 'drive-account'],
    queryFn: ({ signal }) => api.catalog.getDriveAccount(undefined, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [isCopied, setCopied] = useState(false);
  if (!data) return null;
  const { email } = data;
  if (email === null) return <p className="muted">Google Drive is not set up here.</p>;
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(email);
    setCopied(true);
  };
  return (
    <p className={styles.share}>
      <span>
        Share the file with <b>{email}</b>
      </span>
      <Button size="s" onClick={() => void copy().catch(() => setCopied(false))}>
        {isCopied ? 'Copied' : 'Copy'}
      </Button>
    </p>
  );
}

type Props = {
  edit: MediaEdit;
  drive: DriveCheck;
  item: EditorItem | null;
};

/** The link to a file in Drive, checked on paste and by the button. */
export function DriveLinkField({ edit, drive: { check, run }, item }: Props) {
  const link = useWatch({ control: edit.form.control, name: 'driveLink' }) ?? '';
  const isShown = check.state !== 'idle' && check.link === link.trim();
  const tone = check.state === 'ok' ? 'good' : check.state === 'loading' ? 'plain' : 'bad';
  return (
    <div className={styles.link}>
      <Field
        label="Google Drive link"
        hint="The file is read from Drive. Without a link, upload it after saving."
        autoComplete="off"
        {...edit.field('driveLink', { setValueAs: (value) => (value === '' ? null : value) })}
        onPaste={({ currentTarget }) => setTimeout(() => void run(currentTarget.value), PASTED_MS)}
      />
      <div className={styles.share}>
        <Button size="s" aria-disabled={check.state === 'loading'} onClick={() => void run(link)}>
          Check link
        </Button>
        <span role="status" className={styles.state} data-tone={tone} data-state={check.state}>
          {isShown && check.text}
        </span>
        {!isShown && item?.driveLink === link && item.driveState && (
          <span>
            Last check: <FileText item={item} />
          </span>
        )}
      </div>
      <ShareAddress />
    </div>
  );
}
