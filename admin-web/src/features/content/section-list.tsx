import type { EditorSection } from '@satrangi/contracts';
import type { PageTexts } from '@satrangi/contracts/pure';
import { Button, Failure, useToast } from '@satrangi/kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '../../lib/api.ts';
import { withReason } from '../../lib/http.ts';
import { moveKeys } from '../../lib/move-keys.ts';
import rows from '../../lib/row-list.module.css';
import { UndoLine } from '../../lib/undo-line.tsx';
import styles from './content.module.css';
import { reloadSections, sectionsQuery } from './content-queries.ts';
import { DeleteSection, RenameSection } from './section-dialogs.tsx';

type Confirming = { readonly what: 'rename' | 'delete'; readonly key: string } | null;

const keysOf = (sections: readonly EditorSection[]): string[] => sections.map(({ key }) => key);
type Move = { readonly from: readonly EditorSection[]; readonly order: readonly EditorSection[] };

/** Sends the order of a page, painted at once. Over an order that another admin has set it is refused and read again. */
const useMove = (page: string, sections: readonly EditorSection[]) => {
  const client = useQueryClient();
  const { queryKey } = sectionsQuery(page);
  const reorder = useMutation({
    mutationFn: ({ from, order }: Move) =>
      api.cms.reorderSections({ body: { page, order: keysOf(order), from: keysOf(from) } }),
    onMutate: async ({ order }) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, [...order]);
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['cms'] }),
  });
  const move = (from: number, to: number): void => {
    const moved = sections[from];
    if (reorder.isPending || !moved || to < 0 || to >= sections.length || from === to) return;
    reorder.mutate({ from: sections, order: sections.toSpliced(from, 1).toSpliced(to, 0, moved) });
  };
  const failure = reorder.isError ? withReason('Failed to sync with backend.', reorder.error) : undefined;
  return { move, failure, isPending: reorder.isPending } as const;
};

type RowProps = {
  section: EditorSection;
  label: string | undefined;
  isOpen: boolean;
  isFirst: boolean;
  isLast: boolean;
  onOpen: () => void;
  onMove: (by: 1 | -1) => void;
  onConfirming: (what: 'rename' | 'delete') => void;
};

function Row({ section, label, isOpen, isFirst, isLast, onOpen, onMove, onConfirming }: RowProps) {
  const { key, status, hasDraftChanges } = section;
  return (
    <>
      <button
        type="button"
        className={rows.open}
        aria-current={isOpen || undefined}
        data-row
        onClick={onOpen}
        onKeyDown={moveKeys(onMove)}
      >
        <b>{label ?? key}</b>
        <small>
          {label && `${key} · `}
          {status === 'published' ? 'published' : hasDraftChanges ? 'draft, changed' : 'draft'}
        </small>
      </button>
      {isOpen && (
        <span className={styles.rowTools}>
          <Button size="s" tone="quiet" aria-label={`Rename ${key}`} onClick={() => onConfirming('rename')}>
            Rename
          </Button>
          <Button
            size="s"
            tone="quiet"
            aria-label={`Move ${key} up`}
            disabled={isFirst}
            onClick={() => onMove(-1)}
          >
            Up
          </Button>
          <Button
            size="s"
            tone="quiet"
            aria-label={`Move ${key} down`}
            disabled={isLast}
            onClick={() => onMove(1)}
          >
            Down
          </Button>
          <Button size="s" tone="quiet" aria-label={`Delete ${key}`} onClick={() => onConfirming('delete')}>
            Delete
          </Button>
        </span>
      )}
    </>
  );
}

/** The section that was deleted last, and the call that brings it back. */
const useUndelete = () => {
  const client = useQueryClient();
  const toast = useToast();
  const [deleted, setDeleted] = useState<string | null>(null);
  const undelete = async (key: string): Promise<void> => {
    setDeleted(null);
    try {
      await api.cms.undeleteSection({ params: { key } });
      toast(`‘${key}’ is back.`);
    } catch {
      setDeleted(key);
      toast('Failed to sync with backend.');
    }
    await reloadSections(client);
  };
  return { deleted, setDeleted, undelete };
};

type BuiltInTextsProps = {
  texts: readonly (readonly [string, PageTexts[string]])[];
  opened: string;
  onOpen: (key: string) => void;
};

/** The texts of the code that have no section yet. */
function BuiltInTexts({ texts, opened, onOpen }: BuiltInTextsProps) {
  return (
    <>
      <h2 className={styles.sub}>Built-in texts</h2>
      <ul className={rows.list} aria-label="Built-in texts">
        {texts.map(([key, { label }]) => (
          <li key={key}>
            <button
              type="button"
              className={rows.open}
              aria-current={key === opened || undefined}
              onClick={() => onOpen(key)}
            >
              <b>{label}</b>
              <small>{key}</small>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

type SectionListProps = {
  page: string;
  sections: readonly EditorSection[];
  texts: PageTexts;
  opened: string;
  onOpen: (key: string | null) => void;
};

/**
 * The sections of a page in their order, and the texts of its code that have no section yet. Alt and an arrow move the
 * section, as the buttons do and the pointer can.
 */
export function SectionList({ page, sections, texts, opened, onOpen }: SectionListProps) {
  const [confirming, setConfirming] = useState<Confirming>(null);
  const { deleted, setDeleted, undelete } = useUndelete();
  /** The id: another admin may change the order meanwhile. */
  const dragged = useRef<string>(undefined);
  const { move, failure } = useMove(page, sections);
  const unwritten = Object.entries(texts).filter(([key]) => !sections.some((section) => section.key === key));
  return (
    <>
      <Failure>{failure}</Failure>
      <div role="status">
        {deleted && <UndoLine text={`Deleted ‘${deleted}’.`} onUndo={() => void undelete(deleted)} />}
      </div>
      <ol className={rows.list} aria-label="Sections">
        {sections.map((section, index) => (
          <li
            key={section._id}
            draggable
            onDragStart={() => {
              dragged.current = section._id;
            }}
            onDragEnd={() => {
              dragged.current = undefined;
            }}
            // only a row of this list can be dropped here, not a file or a text
            onDragOver={(event) => dragged.current !== undefined && event.preventDefault()}
            onDrop={(event) => {
              if (dragged.current === undefined) return;
              event.preventDefault();
              move(
                sections.findIndex(({ _id }) => _id === dragged.current),
                index,
              );
            }}
          >
            <Row
              section={section}
              label={texts[section.key]?.label}
              isOpen={section.key === opened}
              isFirst={index === 0}
              isLast={index === sections.length - 1}
              onOpen={() => onOpen(section.key)}
              onMove={(by) => move(index, index + by)}
              onConfirming={(what) => setConfirming({ what, key: section.key })}
            />
          </li>
        ))}
      </ol>
      {sections.length === 0 && unwritten.length === 0 && (
        <p className="muted">No section yet. Add one below.</p>
      )}
      {unwritten.length > 0 && <BuiltInTexts texts={unwritten} opened={opened} onOpen={onOpen} />}
      {confirming?.what === 'rename' && (
        <RenameSection
          sectionKey={confirming.key}
          onRenamed={(key) => onOpen(key)}
          onClose={() => setConfirming(null)}
        />
      )}
      {confirming?.what === 'delete' && (
        <DeleteSection
          sectionKey={confirming.key}
          onDeleted={() => {
            onOpen(null);
            setDeleted(confirming.key);
          }}
          onClose={() => setConfirming(null)}
        />
      )}
    </>
  );
}
