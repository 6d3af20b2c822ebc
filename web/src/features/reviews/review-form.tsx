import type { Review } from '@satrangi/contracts';
import { COMMENT_MAX } from '@satrangi/contracts/pure';
import { Button, ErrorNote, StarInput, TextArea, useToast } from '@satrangi/kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../lib/api.ts';
import { catalogQueries } from '../../lib/catalog-queries.ts';
import styles from './reviews.module.css';

/** Posts, updates or deletes the reader's own review. What was typed stays after an error. */
export function ReviewForm({ id, ownReview }: { id: string; ownReview: Review | undefined }) {
  const [rating, setRating] = useState(ownReview?.rating ?? 0);
  const [comment, setComment] = useState(ownReview?.comment ?? '');
  const client = useQueryClient();
  const showToast = useToast();
  const refresh = (): Promise<void> =>
    Promise.all([
      client.invalidateQueries(catalogQueries.reviews(id)),
      client.invalidateQueries(catalogQueries.ebook(id)),
    ]).then(() => undefined);
  const post = useMutation({
    mutationFn: () => api.catalog.postReview({ params: { id }, body: { rating, comment: comment.trim() } }),
    onSuccess: () => {
      showToast(ownReview ? 'Review updated.' : 'Thank you for your review.');
      return refresh();
    },
  });
  const remove = useMutation({
    mutationFn: () => api.catalog.deleteReview({ params: { id } }),
    onSuccess: () => {
      showToast('Review deleted.');
      return refresh();
    },
  });
  const busy = post.isPending || remove.isPending;
  const complete = rating > 0 && comment.trim() !== '';

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (complete && !busy) post.mutate();
  };

  return (
    <form className={styles.form} aria-labelledby="mine-h" onSubmit={submit}>
      <div className={styles.who}>
        <h3 id="mine-h">Your review</h3>
        {ownReview && (
          <span className="muted small">
            shown as {[ownReview.user.name, ownReview.user.pronouns].filter(Boolean).join(', ')}
          </span>
        )}
      </div>
      <StarInput value={rating} onChange={setRating} />
      <TextArea
        label="Comment"
        hideLabel
        placeholder="What stayed with you?"
        maxLength={COMMENT_MAX}
        value={comment}
        dir="auto"
        onChange={({ target }) => setComment(target.value)}
        hint={
          <>
            <span>One review per reader. You can change or delete it at any time.</span>
            <span className="num">
              {comment.length}/{COMMENT_MAX}
            </span>
          </>
        }
      />
      {post.isError && <ErrorNote>Failed to submit review</ErrorNote>}
      {remove.isError && <ErrorNote>Failed to delete review</ErrorNote>}
      <div className={styles.acts}>
        <Button type="submit" tone="primary" disabled={!complete || busy}>
          {ownReview ? 'Update review' : 'Post review'}
        </Button>
        {ownReview && (
          <Button tone="quiet" disabled={busy} onClick={() => remove.mutate()}>
            Delete
          </Button>
        )}
      </div>
    </form>
  );
}
