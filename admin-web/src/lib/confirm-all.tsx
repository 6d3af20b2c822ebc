import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { Confirm } from './confirm.tsx';
import { grouped } from './format.ts';
import { sentenceOf, withReason } from './http.ts';

/** Above this number it must be typed. */
const TYPED_ABOVE = 100;

/**
 * Asks before an act on all rows that fit a filter. Their number is read when it opens, and is the one that counts.
 * @param refusalOf why the act is not possible on so many; undefined when it is
 * @param onConfirm gets the number that was shown
 */
export function ConfirmAll({
  act,
  action,
  noun,
  tone,
  count,
  refusalOf = () => undefined,
  onConfirm,
  onClose,
  children,
}: {
  /** `Move to Archives` */
  act: string;
  action: string;
  noun: string;
  tone?: 'danger' | 'primary';
  count: (signal: AbortSignal) => Promise<number>;
  refusalOf?: (total: number) => string | undefined;
  onConfirm: (total: number) => void;
  onClose: () => void;
  children?: ReactNode;
}) {
  const { data, isFetching, isError, error } = useQuery({
    queryKey: ['confirm-all', useId()],
    queryFn: ({ signal }) => count(signal),
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  const total = isFetching ? undefined : data;
  const refusal = total === undefined ? undefined : refusalOf(total);
  const isReady = total !== undefined && total > 0 && refusal === undefined;
  const number = total === undefined ? '…' : grouped(total);
  return (
    <Confirm
      title={`${act}: all ${number} ${noun} that match?`}
      action={isReady ? `${action} ${number}` : action}
      {...(tone ? { tone } : {})}
      {...(isReady && total > TYPED_ABOVE
        ? { typed: { label: `Type the number ${total}`, text: String(total) } }
        : {})}
      isReady={isReady}
      onConfirm={async () => {
        if (isReady) onConfirm(total);
      }}
      failureOf={sentenceOf}
      onClose={onClose}
    >
      <p role="status">
        {isFetching && 'Counting them again …'}
        {isError && withReason('They could not be counted.', error)}
        {total === 0 && 'None matches any more.'}
        {refusal}
      </p>
      {children}
      <p>They are read page by page. What others change meanwhile is skipped and counted.</p>
    </Confirm>
  );
}
