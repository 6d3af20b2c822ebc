import type { FormState } from '@satrangi/kit';
import type { ReactNode } from 'react';
import type { GiftItem } from './gift-item.ts';

/** Look at the gift, or redeem its code. */
export type GiftAct = 'see' | 'open';

/** The form of a gift code, with the code or with what it holds. */
export type GiftForm = Pick<FormState<{ code: string }>, 'form' | 'field' | 'failure'> & {
  /** What is running; null: nothing. */
  readonly busy: GiftAct | null;
  /** The submit buttons say by it what they do. */
  readonly press: (act: GiftAct) => () => void;
  readonly cover: () => void;
  /** Focuses the button that shows the gift when it is covered again, so that the focus is not lost. */
  readonly focusCovered: (button: HTMLButtonElement | null) => void;
  /** The code of a gift whose title the reader owns. */
  readonly owned: string | undefined;
};

/** A gift that is no longer covered. */
export type RevealedProps = {
  readonly items: readonly GiftItem[];
  readonly isYours: boolean;
  /** The heading of the page. */
  readonly heading: ReactNode;
  readonly form: GiftForm;
  readonly isReader: boolean;
};
