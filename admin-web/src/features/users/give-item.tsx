import type { EditorItem, UserRow } from '@satrangi/contracts';
import { Button, ErrorNote, Field, Select, useForm, useToast } from '@satrangi/kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { draftKey } from '../../lib/drafts.ts';
import { KeptNote } from '../../lib/kept-note.tsx';
import { Loaded } from '../../lib/loaded.tsx';
import { SearchBox } from '../../lib/search-box.tsx';
import { useKeeping, useKept } from '../../lib/use-kept.ts';
import styles from './users.module.css';
import { refusalText } from './users-queries.ts';

const SHOWN = 5;
const REASON_MAX = 500;

type Item = Pick<EditorItem, '_id' | 'title' | 'mediaType' | 'formats'>;
type Values = { readonly format: string; readonly reason: string; readonly until: string };

/** The end of a day in India. */
const endOf = (day: string): string => new Date(`${day}T23:59:59+05:30`).toISOString();

/** Items that fit what was searched; a press takes one. */
function FindItem({ onPick }: { onPick: (item: Item) => void }) {
  const [q, setQ] = useState('');
  const found = useQuery({
    queryKey: ['media', 'find', q],
    queryFn: ({ signal }) => api.catalog.listEditorMedia({ query: { q, limit: SHOWN } }, { signal }),
    enabled: q !== '',
  });
  return (
    <>
      <SearchBox label="Search the catalogue" placeholder="Title or creator" value={q} onSearch={setQ} />
      {q !== '' && (
        <Loaded query={found} loading="Searching" error="Failed to search" height="4rem">
          {({ items }) =>
            items.length === 0 ? (
              <p>No item fits.</p>
            ) : (
              <ul className={styles.found}>
                {items.map((item) => (
                  <li key={item._id}>
                    <Button size="s" onClick={() => onPick(item)}>
                      {item.title}
                    </Button>
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      )}
    </>
  );
}

function GiveForm({ userId, item, onClose }: { userId: UserRow['_id']; item: Item; onClose: () => void }) {
  const client = useQueryClient();
  const showToast = useToast();
  const initial: Values = { format: item.formats[0] ?? 'text', reason: '', until: '' };
  const kept = useKept(draftKey('users', `${userId}:give:${item._id}`), initial);
  const { form, field, failure, busy, values, set } = useForm<Values>({
    initial: kept.first,
    check: ({ reason, until }) => ({
      reason: reason.trim() === '' ? 'Reason required' : undefined,
      until: until && Date.parse(endOf(until)) < Date.now() ? 'That day is over' : undefined,
    }),
    submit: async ({ format, reason, until }) => {
      await api.library.grantManually({
        body: {
          userId,
          mediaId: item._id,
          mediaType: item.mediaType,
          format: item.formats.find((each) => each === format) ?? 'text',
          reason: reason.trim(),
          expiresAt: until ? endOf(until) : null,
        },
      });
      client.invalidateQueries({ queryKey: ['library'] }).catch(() => undefined);
      kept.drop();
      showToast(`‘${item.title}’ is given.`);
      onClose();
    },
    failureOf: (error) => refusalText(error, 'Failed to give the item'),
  });
  useKeeping(kept, values);
  return (
    <form className={styles.form} aria-label={`Give ${item.title}`} {...form}>
      <p>
        <b>{item.title}</b>
      </p>
      <KeptNote
        at={kept.at}
        onDrop={() => {
          kept.drop();
          set(initial);
        }}
      />
      {item.formats.length > 1 && (
        <Select label="Format" {...field('format')}>
          {item.formats.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </Select>
      )}
      <Field label="Reason" maxLength={REASON_MAX} autoComplete="off" {...field('reason')} />
      <Field label="Until (empty: without end)" type="date" {...field('until')} />
      {failure && <ErrorNote>{failure}</ErrorNote>}
      <div className={styles.acts}>
        <Button type="submit" tone="primary" disabled={busy}>
          Give
        </Button>
        <Button disabled={busy} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Gives an item without a purchase: first the item, then why and for how long. */
export function GiveItem({ userId, onClose }: { userId: UserRow['_id']; onClose: () => void }) {
  const [item, setItem] = useState<Item | null>(null);
  if (item) return <GiveForm userId={userId} item={item} onClose={onClose} />;
  return (
    <div className={styles.form}>
      <FindItem onPick={setItem} />
      <div className={styles.acts}>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </div>
  );
}
