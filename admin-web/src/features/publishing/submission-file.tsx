import type { SubmissionDetail } from '@satrangi/contracts';
import { Button, buttonLook, ErrorNote } from '@satrangi/kit';
import { saveFile } from '@satrangi/kit/browser/save-file';
import { api } from '../../lib/api.ts';
import { useSingleRun } from '../../lib/use-single-run.ts';
import styles from './publishing.module.css';
import { scanTexts, sizeText, warningTexts } from './submission-words.ts';

/** The id of a file of this site in its link. */
const fileIdOf = (link: string): string | null =>
  /\/api\/publishing\/files\/([\w-]+)/.exec(link)?.[1] ?? null;

/** Saves a manuscript. It is never shown in a page; each opening is recorded by the service. */
function Download({ id, name }: { id: string; name: string }) {
  const { busy, failure, run } = useSingleRun<'load'>();
  const load = (): Promise<boolean> =>
    run('load', async () => {
      const response = await api.publishing.openFile({ params: { id } });
      saveFile(await response.blob(), name);
    });
  return (
    <>
      <Button size="s" disabled={busy !== null} onClick={() => void load()}>
        {busy ? 'Loading the file …' : 'Download the file'}
      </Button>
      {failure && <ErrorNote>{failure}</ErrorNote>}
    </>
  );
}

/** The metadata of a work, and the link to its file. */
export function SubmissionFile({ submission }: { submission: SubmissionDetail }) {
  const { file, driveLink, number } = submission;
  const id = driveLink === null ? null : fileIdOf(driveLink);
  return (
    <div className={styles.file}>
      {file && (
        <ul className={styles.fileFacts}>
          <li>
            {file.kind.toUpperCase()}, {sizeText(file.bytes)}, opened {file.openings}{' '}
            {file.openings === 1 ? 'time' : 'times'}
          </li>
          <li data-tone={file.scan === 'clean' ? undefined : 'bad'}>{scanTexts[file.scan]}</li>
          {file.warnings.map((warning) => (
            <li key={warning} data-tone="bad">
              {warningTexts[warning]}
            </li>
          ))}
        </ul>
      )}
      {driveLink === null && <p className="muted">The file was deleted.</p>}
      {id !== null && file?.scan !== 'infected' && (
        <Download id={id} name={`${number}.${file?.kind ?? 'bin'}`} />
      )}
      {driveLink !== null && id === null && (
        <a {...buttonLook({ size: 's' })} href={driveLink} target="_blank" rel="noopener noreferrer">
          Open in Google Drive
        </a>
      )}
    </div>
  );
}
