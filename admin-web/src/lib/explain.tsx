import type { Kpis } from '@satrangi/contracts';
import { Dialog } from '@satrangi/kit';
import { lazy, Suspense, useState } from 'react';
import styles from './explain.module.css';

const Explanation = lazy(async () => ({ default: (await import('./explanation-panel.tsx')).Explanation }));

/** How a number came about: a button, and a panel with its sentences, its inputs and their CSV (checklist BEY-08). */
export function Explain({ field, name, formula }: { field: keyof Kpis; name: string; formula?: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={styles.open} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        How is this computed<span className="vh">: {name}</span>
      </button>
      <Dialog open={isOpen} title={name} shape="side" onClose={() => setOpen(false)}>
        {formula && <p className={styles.formula}>{formula}.</p>}
        <Suspense fallback={<p role="status">Loading the calculation …</p>}>
          <Explanation field={field} />
        </Suspense>
      </Dialog>
    </>
  );
}
