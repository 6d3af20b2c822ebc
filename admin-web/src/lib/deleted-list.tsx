import { Button, Dialog, useToast } from '@satrangi/kit';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Confirm } from './confirm.tsx';
import { Loaded } from './loaded.tsx';
import { Lines } from './panel.tsx';

type Row = { readonly key: string; readonly name: string; readonly facts: ReactNode };

/** What was deleted, in a side panel; Restore brings one back after a question. */
export function DeletedList<T>({
  title,
  note,
  query,
  error,
  empty,
  rowOf,
  effect,
  restore,
  failureOf,
  onClose,
}: {
  title: string;
  note?: string;
  query: UseQueryResult<readonly T[]>;
  /** The sentence when the list cannot be read. */
  error: string;
  empty: string;
  rowOf: (item: T) => Row;
  /** What the question says about a restored one. */
  effect: string;
  restore: (item: T) => Promise<void>;
  failureOf: (error: unknown) => string;
  onClose: () => void;
}) {
  const toast = useToast();
  const [confirming, setConfirming] = useState<T | null>(null);
  return (
    <Dialog open onClose={onClose} title={title} shape="side">
      {note && <p className="muted">{note}</p>}
      <Loaded query={query} loading={`Loading ${title.toLowerCase()}`} error={error} height="6rem">
        {(list) =>
          list.length === 0 ? (
            <p>{empty}</p>
          ) : (
            <Lines>
              {list.map((item) => {
                const { key, name, facts } = rowOf(item);
                return (
                  <li key={key}>
                    <span>
                      <b>{name}</b> <span className="muted">{facts}</span>
                    </span>
                    <Button size="s" aria-label={`Restore ${name}`} onClick={() => setConfirming(item)}>
                      Restore
                    </Button>
                  </li>
                );
              })}
            </Lines>
          )
        }
      </Loaded>
      {confirming && (
        <Confirm
          title={`Restore ‘${rowOf(confirming).name}’?`}
          action="Restore"
          tone="primary"
          onConfirm={async () => {
            await restore(confirming);
            toast(`‘${rowOf(confirming).name}’ is back.`);
          }}
          failureOf={failureOf}
          onClose={() => setConfirming(null)}
        >
          <p>{effect}</p>
        </Confirm>
      )}
    </Dialog>
  );
}
