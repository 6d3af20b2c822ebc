import type { Order } from '@satrangi/contracts';
import { ApiError, formatMoney } from '@satrangi/contracts/pure';
import { buttonLook, checkCircleIcon, ErrorNote, Icon, scriptProps, Waiting } from '@satrangi/kit';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { followPayment, type Named, namedPayment, type Result } from '../features/buy/follow-payment.ts';
import { isOpen } from '../features/orders/orders.ts';
import { ReceiptButton } from '../features/orders/receipt-button.tsx';
import { kinds } from '../lib/kinds.ts';
import { Link } from '../lib/link.tsx';
import { PageHead } from '../lib/page-head.tsx';
import { PageHeading } from '../lib/page-heading.tsx';
import { paths } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';
import styles from './payment-page.module.css';

const OpenOrder = lazy(async () => ({
  default: (await import('../features/orders/open-order.tsx')).OpenOrder,
}));

function OrderNumber({ number }: { number: string }) {
  return (
    <small className="num">
      Order <b>{number}</b>
    </small>
  );
}

function ToLibrary({ label = 'My Library' }: { label?: string }) {
  return (
    <Link {...buttonLook({})} to={paths.library}>
      {label}
    </Link>
  );
}

/** Only for somebody signed in: a receipt has a name on it. */
function Receipt({ order }: { order: Order }) {
  const session = useSession();
  return session ? <ReceiptButton order={order} size="m" /> : null;
}

function Yours({ order }: Extract<Result, { face: 'yours' }>) {
  const [item] = order.items;
  return (
    <>
      <PageHeading>It's yours</PageHeading>
      <div className={styles.face}>
        <p className={styles.done}>
          <Icon shape={checkCircleIcon} size="l" />
        </p>
        {order.items.map(({ media, title }) => (
          <p key={media}>
            <bdi {...scriptProps(title)}>{title}</bdi>
          </p>
        ))}
        <div className={styles.acts}>
          {item && (
            <Link
              {...buttonLook({ tone: 'primary', size: 'l' })}
              to={
                kinds[item.mediaType].verb === 'Read'
                  ? paths.read(item.media)
                  : paths.media(item.mediaType, item.media)
              }
            >
              {kinds[item.mediaType].verb} now
            </Link>
          )}
          <ToLibrary />
          <Receipt order={order} />
        </div>
        <OrderNumber number={order.number} />
      </div>
    </>
  );
}

function Given({ order }: Extract<Result, { face: 'thanks' }>) {
  return (
    <>
      <PageHeading>Thank you</PageHeading>
      <div className={styles.face}>
        <p className={styles.done}>
          <Icon shape={checkCircleIcon} size="l" />
        </p>
        <p role="status">
          {order.purpose === 'contribution' ? 'Thank you for your Contribution!' : 'Your payment arrived.'}
        </p>
        <p>
          <b className="num">{formatMoney(order.amount)}</b>, and a receipt on its way to your email.
        </p>
        <div className={styles.acts}>
          <Receipt order={order} />
          <ToLibrary label="Digital library" />
        </div>
        <OrderNumber number={order.number} />
      </div>
    </>
  );
}

function Late({ order, onAgain }: Extract<Result, { face: 'late' }> & { onAgain: () => void }) {
  return (
    <>
      <PageHeading>Thank you</PageHeading>
      <div className={styles.face}>
        <p role="status">Your payment is safe. The title is on its way to your library.</p>
        <OrderNumber number={order.number} />
        <div className={styles.acts}>
          <button type="button" {...buttonLook({ tone: 'primary' })} onClick={onAgain}>
            Check again
          </button>
          <ToLibrary />
        </div>
      </div>
    </>
  );
}

/** Where the money neither failed to come nor is still to come. */
const headings: ReadonlyMap<string, string> = new Map([
  ['refunded', 'Refunded'],
  ['mismatch', 'Being checked'],
]);

function Cancelled({ order }: { order: Order }) {
  const [item] = order.items;
  return (
    <>
      <PageHeading>Order cancelled</PageHeading>
      <div className={styles.face}>
        <p role="status">You cancelled this order.</p>
        <div className={styles.acts}>
          {item && (
            <Link {...buttonLook()} to={paths.media(item.mediaType, item.media)}>
              Back to the {kinds[item.mediaType].inside}
            </Link>
          )}
          <ToLibrary />
        </div>
        <OrderNumber number={order.number} />
      </div>
    </>
  );
}

function NotPaid({
  face,
  status,
  order,
  onAgain,
}: Extract<Result, { face: 'pending' | 'failed' }> & { onAgain: () => void }) {
  const session = useSession();
  const [item] = order?.items ?? [];
  const canPay = session !== null && order !== null && isOpen(order, Date.now());
  if (order?.cancelledAt && order.status === 'expired') return <Cancelled order={order} />;
  return (
    <>
      <PageHeading>
        {face === 'failed' ? 'Payment failed' : (headings.get(status) ?? 'Not paid yet')}
      </PageHeading>
      <div className={styles.face}>
        <p role="alert">{face === 'failed' ? 'Payment failed or cancelled.' : `Payment status: ${status}`}</p>
        {canPay && (
          <Suspense>
            <OpenOrder order={order} size="m" />
          </Suspense>
        )}
        <div className={styles.acts}>
          {face === 'pending' && (
            <button type="button" {...buttonLook(canPay ? {} : { tone: 'primary' })} onClick={onAgain}>
              Check again
            </button>
          )}
          {item && (
            <Link
              {...buttonLook(face === 'failed' && !canPay ? { tone: 'primary' } : {})}
              to={paths.media(item.mediaType, item.media)}
            >
              Back to the {kinds[item.mediaType].inside}
            </Link>
          )}
          {order?.purpose === 'contribution' && (
            <Link {...buttonLook(face === 'failed' && !canPay ? { tone: 'primary' } : {})} to={paths.support}>
              Back to giving
            </Link>
          )}
          <ToLibrary />
        </div>
        {order && <OrderNumber number={order.number} />}
      </div>
    </>
  );
}

function Followed({ named }: { named: Named }) {
  const client = useQueryClient();
  const result = useQuery({
    queryKey: ['payments', 'result', named],
    queryFn: () => followPayment(named),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const face = result.data?.face;
  useEffect(() => {
    if (face === 'yours') void client.invalidateQueries({ queryKey: ['library'] });
  }, [face, client]);
  const told = useRef<HTMLDivElement>(null);
  const isTold = !result.isPending && !result.isFetching;
  // What came of it is what the reader waits for: a screen reader says it first.
  useEffect(() => {
    if (isTold) told.current?.querySelector('h1')?.focus();
  }, [isTold]);
  return (
    <div ref={told}>
      <Told result={result} />
    </div>
  );
}

const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 401);

function Told({ result }: { result: UseQueryResult<Result> }) {
  const session = useSession();
  const { pathname, search } = useLocation();
  const again = (): void => void result.refetch();

  if (result.isPending || result.isFetching)
    return (
      <>
        <PageHeading>One moment</PageHeading>
        <div className={styles.face}>
          <Waiting>Checking your payment…</Waiting>
          <progress aria-label="Checking your payment" />
        </div>
      </>
    );
  // A purchase is shown to its buyer alone; what was given without an account, to whoever knows its number.
  if (isRefused(result.error) && !session)
    return <Navigate to={paths.loginThen(pathname + search)} replace />;
  if (result.isError)
    return (
      <>
        <PageHeading>Payment</PageHeading>
        <div className={styles.face}>
          <ErrorNote onRetry={again}>Payment confirmation failed.</ErrorNote>
          <div className={styles.acts}>
            {session && (
              <Link {...buttonLook()} to={paths.orders}>
                Your orders
              </Link>
            )}
            <ToLibrary />
          </div>
        </div>
      </>
    );
  const told = result.data;
  if (told.face === 'thanks') return <Given {...told} />;
  if (told.face === 'yours') return <Yours {...told} />;
  if (told.face === 'late') return <Late {...told} onAgain={again} />;
  return <NotPaid {...told} onAgain={again} />;
}

/** Where providers send buyers back to. The address only names a payment; the server says how it stands. */
export function PaymentSuccessPage() {
  const [params] = useSearchParams();
  const named = namedPayment(params);
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHead title="Your order" />
      {named ? (
        <Followed named={named} key={named.id} />
      ) : (
        <>
          <PageHeading>Your order</PageHeading>
          <div className={styles.face}>
            <p>We couldn't find a payment in this link. Everything you own is in your library.</p>
            <ToLibrary />
          </div>
        </>
      )}
    </div>
  );
}
