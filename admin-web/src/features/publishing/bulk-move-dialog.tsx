import { TextArea } from '@satrangi/kit';
import { Confirm } from '../../lib/confirm.tsx';
import { draftKey } from '../../lib/drafts.ts';
import { sentenceOf } from '../../lib/http.ts';
import { KeptNote } from '../../lib/kept-note.tsx';
import { useKeptState } from '../../lib/use-kept.ts';
import { NotifyAuthor } from './notify-author.tsx';

export type BulkMove = {
  readonly status: 'in-review' | 'accepted' | 'declined';
  /** Whether the authors get a mail. */
  readonly mail: boolean;
  readonly note: string;
};

/** The button of each move, and its question about `3 submissions`. */
export const bulkMoveLabels: Readonly<
  Record<BulkMove['status'], { readonly button: string; readonly question: (what: string) => string }>
> = {
  'in-review': { button: 'In review', question: (what) => `Take ${what} into review?` },
  accepted: { button: 'Accept', question: (what) => `Accept ${what} for publication?` },
  declined: { button: 'Decline', question: (what) => `Decline ${what}?` },
};

type Props = {
  status: BulkMove['status'];
  /** `3 submissions` */
  what: string;
  onMove: (move: BulkMove) => void;
  onClose: () => void;
};

/** Asks before several submissions move, and whether their authors are told (checklist PUB-20). */
export function BulkMoveDialog({ status, what, onMove, onClose }: Props) {
  const [{ mail, note }, setValues, kept] = useKeptState(draftKey('publishing', `several:${status}`), {
    mail: true,
    note: '',
  });
  const { question, button } = bulkMoveLabels[status];
  return (
    <Confirm
      title={question(what)}
      action={button}
      tone="primary"
      onConfirm={async () => {
        onMove({ status, mail, note: note.trim() });
        kept.drop();
      }}
      failureOf={sentenceOf}
      onClose={onClose}
    >
      <KeptNote at={kept.at} onDrop={kept.clear} />
      <p>Submissions that cannot go there are refused one by one, with the reason.</p>
      <NotifyAuthor
        label="Tell the authors"
        isNotified={mail}
        onChange={(next) => setValues({ mail: next, note })}
      />
      <TextArea
        label="Private note (needed where a decision is changed)"
        value={note}
        maxLength={4_000}
        onChange={({ target }) => setValues({ mail, note: target.value })}
      />
    </Confirm>
  );
}
