import { Button, Icon, plusIcon } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useOpened } from '../../lib/address.ts';
import { Drawer } from '../../lib/drawer.tsx';
import { counted, timeText } from '../../lib/format.ts';
import { Loaded } from '../../lib/loaded.tsx';
import { Columns, Lines, Panel } from '../../lib/panel.tsx';
import { TabHead } from '../../lib/tab-head.tsx';
import { draftsQuery, readersQuery } from './letters-queries.ts';
import styles from './newsletters.module.css';
import { Sends } from './sends.tsx';
import { Subscribers } from './subscribers.tsx';

const LetterEditor = lazy(async () => ({ default: (await import('./letter-editor.tsx')).LetterEditor }));
const NewLetter = lazy(async () => ({ default: (await import('./new-letter.tsx')).NewLetter }));
const NEW = 'new';

function Drafts({ onOpen }: { onOpen: (id: string) => void }) {
  const query = useQuery(draftsQuery);
  return (
    <Panel title="Drafts">
      <Loaded query={query} loading="Loading drafts" error="Failed to load drafts">
        {(drafts) =>
          drafts.length === 0 ? (
            <p className="muted">There is no draft.</p>
          ) : (
            <Lines>
              {drafts.map(({ _id, subject, updatedAt }) => (
                <li key={_id}>
                  <span>
                    <Button size="s" tone="quiet" className={styles.draft} onClick={() => onOpen(_id)}>
                      {subject}
                    </Button>
                  </span>
                  <time dateTime={updatedAt}>{timeText(updatedAt)}</time>
                </li>
              ))}
            </Lines>
          )
        }
      </Loaded>
    </Panel>
  );
}

/** Letters to readers: drafts, sends, and who gets them (checklist ADM-34). */
export function Newsletters() {
  const { opened, open } = useOpened();
  const readers = useQuery(readersQuery).data;
  const { data } = useQuery(draftsQuery);
  const title =
    opened === NEW ? 'New letter' : (data?.find(({ _id }) => _id === opened)?.subject ?? 'Letter');
  return (
    <>
      <TabHead title="Newsletters" fact={readers === undefined ? undefined : counted(readers, 'reader')}>
        <Button size="s" tone="primary" onClick={() => open(NEW)}>
          <Icon shape={plusIcon} size="s" /> New letter
        </Button>
      </TabHead>
      <Columns>
        <Drafts onOpen={open} />
        <Sends />
      </Columns>
      <div className={styles.below}>
        <Subscribers />
      </div>
      {opened && (
        <Drawer title={title} keys={opened === NEW ? [] : (data?.map(({ _id }) => _id) ?? [])}>
          <Suspense fallback={<p role="status">Loading …</p>}>
            {opened === NEW ? <NewLetter /> : <LetterEditor key={opened} id={opened} />}
          </Suspense>
        </Drawer>
      )}
    </>
  );
}
