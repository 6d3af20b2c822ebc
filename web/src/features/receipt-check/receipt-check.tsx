import { Button, Failure, Field, TextArea } from '@satrangi/kit';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { api } from '../../lib/api.ts';
import { dateTimeText } from '../../lib/dates.ts';
import styles from './receipt-check.module.css';
import { hashOf, receiptOf } from './receipt-file.ts';

type Outcome = { readonly isGood: boolean; readonly title: string; readonly text: string };

const NOT_A_RECEIPT = 'This is not a receipt of ours. Choose the file that you saved, or paste its text.';
const NO_HASH = 'This browser cannot check files here. Open this page by https.';

/** @throws Error with a message for the reader when the receipt or the file cannot be read */
const check = async (text: string, file: File | undefined): Promise<Outcome> => {
  const receipt = receiptOf(text);
  if (!receipt) throw new Error(NOT_A_RECEIPT);
  const hash = file && (await hashOf(file));
  if (file && !hash) throw new Error(NO_HASH);
  const { isSigned } = await api.publishing.verifyReceipt({ body: { receipt } });
  const { number, kind, at, sha256 } = receipt;
  if (!isSigned)
    return {
      isGood: false,
      title: 'We did not sign this.',
      text: 'The receipt is not ours, or it was changed after we signed it.',
    };
  const what = kind === 'custody' ? 'reached us' : 'was deleted here';
  const about = `Number ${number} ${what} on ${dateTimeText(at)}.`;
  if (hash === undefined)
    return {
      isGood: true,
      title: 'We signed this receipt.',
      text: `${about} Choose the file too, to see whether it is the one.`,
    };
  if (hash === sha256)
    return { isGood: true, title: 'We signed this receipt, for exactly this file.', text: about };
  return {
    isGood: false,
    title: 'We signed this receipt, for another file.',
    text: `${about} The file you chose is not that one: a single changed letter makes another file.`,
  };
};

/** Checks a receipt, and whether a file is the one it is about. The file does not leave the browser (BEY-10). */
export function ReceiptCheck({ first }: { first: string | undefined }) {
  const [text, setText] = useState(first ?? '');
  const [file, setFile] = useState<File>();
  const [outcome, setOutcome] = useState<Outcome>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const result = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (outcome || failure) result.current?.focus();
  }, [outcome, failure]);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setOutcome(undefined);
    setFailure(undefined);
    try {
      setOutcome(await check(text, file));
    } catch (error) {
      const isOurs = error instanceof Error && [NOT_A_RECEIPT, NO_HASH].includes(error.message);
      setFailure(isOurs ? error.message : 'It could not be checked. Please try again.');
    }
    setBusy(false);
  };
  return (
    <form className={styles.form} aria-label="Receipt" onSubmit={(event) => void submit(event)}>
      <Field
        label="Receipt file"
        type="file"
        accept=".json,application/json"
        hint="The .json file that you saved. Or paste its text below."
        onChange={({ target }) => void target.files?.[0]?.text().then(setText)}
      />
      <TextArea
        label="Text of the receipt"
        rows={8}
        spellCheck={false}
        className={styles.code}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Field
        label="Your file (optional)"
        type="file"
        hint="It stays on this device: only its fingerprint is compared, in your browser."
        onChange={({ target }) => setFile(target.files?.[0])}
      />
      <div>
        <Button tone="primary" size="l" type="submit" aria-disabled={isBusy}>
          {isBusy ? 'Checking…' : 'Check'}
        </Button>
      </div>
      <div ref={result} tabIndex={-1} className={styles.result}>
        <Failure>{failure}</Failure>
        {outcome && (
          <div role="status" className={styles.outcome} data-good={outcome.isGood}>
            <h2>{outcome.title}</h2>
            <p>{outcome.text}</p>
          </div>
        )}
      </div>
    </form>
  );
}
