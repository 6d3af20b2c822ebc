/** @jsxImportSource react */
// A receipt is one document on the page, on paper and as PDF: it stays in English.
import type { ReceiptView } from '@satrangi/contracts';
import { providerTexts, receiptAmount } from '@satrangi/contracts/pure';
import { scriptProps } from '@satrangi/kit';
import { kinds } from '../../lib/kinds.ts';
import styles from './receipt-sheet.module.css';

/** The day in India, where the seller is, as on the PDF. */
const dayText = (instant: string): string =>
  new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' }).format(new Date(instant));

const purposes = { contribution: 'Contribution', 'virtual-run': 'Registration fee' } as const;

const refundTexts = {
  none: null,
  asked: 'A refund was asked for.',
  declined: null,
  'under-way': 'A refund is on its way.',
  partly: null,
  done: 'The whole amount was given back.',
} as const;

function Items({ receipt }: { receipt: ReceiptView }) {
  if (receipt.purpose === 'contribution' || receipt.purpose === 'virtual-run')
    return (
      <tr>
        <th scope="row">{purposes[receipt.purpose]}</th>
        <td className="num">{receiptAmount(receipt.total)}</td>
      </tr>
    );
  return receipt.items.map(({ mediaType, title, creator, language, code, price }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the items of a receipt never change, and have no ids
    <tr key={index}>
      <th scope="row">
        {title === null ? (
          kinds[mediaType].name
        ) : (
          <>
            <bdi className={styles.title} {...scriptProps(title, language ?? undefined)}>
              {title}
            </bdi>
            {creator && (
              <span className="muted">
                <bdi {...scriptProps(creator, language ?? undefined)}>{creator}</bdi>
              </span>
            )}
            <small>{kinds[mediaType].name}</small>
          </>
        )}
        {code && <small className="num">HSN {code}</small>}
      </th>
      <td className="num">{receiptAmount(price)}</td>
    </tr>
  ));
}

function Sums({ receipt }: { receipt: ReceiptView }) {
  const { tax, total, refunded, refunds } = receipt;
  const kept = { ...total, minor: total.minor - refunded.minor };
  return (
    <tfoot>
      {tax && (
        <>
          <tr>
            <th scope="row">Taxable value</th>
            <td className="num">{receiptAmount(tax.taxable)}</td>
          </tr>
          <tr>
            <th scope="row">GST {tax.ratePercent}%, contained in the price</th>
            <td className="num">{receiptAmount(tax.amount)}</td>
          </tr>
        </>
      )}
      <tr className={styles.total}>
        <th scope="row">Total paid</th>
        <td className="num">{receiptAmount(total)}</td>
      </tr>
      {refunds.map(({ at, amount }) => (
        <tr key={`${at}${amount.minor}`}>
          <th scope="row">Given back on {dayText(at)}</th>
          <td className="num">−{receiptAmount(amount)}</td>
        </tr>
      ))}
      {refunded.minor > 0 && (
        <tr className={styles.total}>
          <th scope="row">Paid after refunds</th>
          <td className="num">{receiptAmount(kept)}</td>
        </tr>
      )}
    </tfoot>
  );
}

/** A receipt on one sheet of paper. It names the seller as on the bank statement, and not the shop. */
export function ReceiptSheet({ receipt }: { receipt: ReceiptView }) {
  const { number, kind, paidAt, provider, buyerName, seller, statementName, refund, total } = receipt;
  const name = kind === 'tax-invoice' ? 'Tax invoice' : 'Receipt';
  const note = refundTexts[refund];
  return (
    <article className={styles.sheet} lang="en-IN" aria-label={`${name} ${number}`}>
      <header className={styles.head}>
        <h2>{name}</h2>
        <address>
          <bdi {...scriptProps(seller.name)}>{seller.name}</bdi>
          {seller.address && <span>{seller.address}</span>}
          {seller.gstin && <span className="num">GSTIN {seller.gstin}</span>}
        </address>
      </header>
      <p className={styles.sum}>
        <b className="num">{receiptAmount(total)}</b> <span>paid on {dayText(paidAt)}</span>
      </p>
      <dl className={styles.facts}>
        <div>
          <dt>Number</dt>
          <dd className="num">{number}</dd>
        </div>
        {buyerName && (
          <div>
            <dt>Name</dt>
            <dd>
              <bdi {...scriptProps(buyerName)}>{buyerName}</bdi>
            </dd>
          </div>
        )}
        <div>
          <dt>Paid with</dt>
          <dd>{providerTexts[provider]}</dd>
        </div>
        <div>
          <dt>On your statement</dt>
          <dd>{statementName}</dd>
        </div>
      </dl>
      <table className={styles.items}>
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          <Items receipt={receipt} />
        </tbody>
        <Sums receipt={receipt} />
      </table>
      {note && <p className="muted">{note}</p>}
    </article>
  );
}
