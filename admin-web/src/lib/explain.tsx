import { Dialog } from '@satrangi/kit';
import { lazy, Suspense, useState } from 'react';
import styles from './explain.module.css';
import type { ExplainedNumber } from './explanation-query.ts';

const Explanation = lazy(async () => ({ default: (await import('./explanation-panel.tsx')).Explanation }));

type Props = {
  number: ExplainedNumber;
  name: string;
  formula?: string;
};

/** How a number came about: a button, and a panel with its sentences, its inputs and their CSV (checklist BEY-08). */
export function Explain({ number, name, formula }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={styles.open} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        How is this computed<span className="vh">: {name}</span>
      </button>
      <Dialog open={isOpen} title={name} shape="side" onClose={() => setOpen(false)}>
        {formula && <p className={styles.formula}>{formula}.</p>}
        <Suspense fallback={<p role="status">Loading the calculation …</p>}>
          <Explanation number={number} />
        </Suspense>
      </Dialog>
    </>
  );
}
