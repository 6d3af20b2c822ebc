import { ApiError, normaliseGiftCode, shownGiftCode } from '@satrangi/contracts/pure';
import { useForm } from '@satrangi/kit';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { api } from '../../lib/api.ts';
import { session, useSession } from '../../lib/session.ts';
import { giftFailure } from './gift-failure.ts';
import type { GiftAct, GiftForm, RevealedProps } from './gift-form.ts';
import type { GiftItem } from './gift-item.ts';
import { tabCode } from './tab-code.ts';

/** A gift that is no longer covered, and the component that shows it. */
type Revealed = Pick<RevealedProps, 'items' | 'isYours'> & {
  /** Who redeemed it; undefined while nobody did. */
  readonly reader: string | undefined;
  readonly View: (props: RevealedProps) => ReactNode;
};

const MISSING = 'Enter the code that you were given';

/** The form of a gift code: of the link, of this tab, or typed; and the gift when it is no longer covered. */
export const useGift = (
  linked: string | undefined,
): { readonly form: GiftForm; readonly revealed: Revealed | undefined } => {
  const client = useQueryClient();
  const [last, setRevealed] = useState<Revealed>();
  const userId = useSession()?.userId ?? undefined;
  // a tab may outlive the login
  const revealed = last?.isYours && last.reader !== userId ? undefined : last;
  const [owned, setOwned] = useState<string>();
  const act = useRef<GiftAct>('see');
  const wasRevealed = useRef(false);
  const first = linked ?? tabCode.read();
  useEffect(() => {
    if (linked) tabCode.write(linked);
  }, [linked]);

  const send = async (code: string): Promise<void> => {
    const body = { code };
    // before the code is redeemed: a page that cannot load it can try again
    const { RevealedGift: View } = await import('./revealed-gift.tsx');
    const reveal = (items: readonly GiftItem[], isYours: boolean): void => {
      wasRevealed.current = true;
      setRevealed({
        items,
        isYours,
        reader: isYours ? (session.get()?.userId ?? undefined) : undefined,
        View,
      });
    };
    if (act.current === 'see') {
      const { items } = await api.payments.previewGift({ body });
      // for the page after the login
      tabCode.write(normaliseGiftCode(code));
      return reveal(items, false);
    }
    const { items } = await api.payments.redeemGift({ body });
    tabCode.write('');
    reveal(items, true);
    await client.invalidateQueries({ queryKey: ['library'] });
  };
  const { busy, ...form } = useForm({
    initial: { code: first && shownGiftCode(normaliseGiftCode(first)) },
    check: ({ code }) => ({ code: code.trim() === '' ? MISSING : undefined }),
    submit: async ({ code }) => {
      setOwned(undefined);
      try {
        await send(code);
      } catch (error) {
        const refusal = error instanceof ApiError ? error.code : undefined;
        if (refusal === 'already-owned') setOwned(code);
        if (error instanceof ApiError && error.status === 401) tabCode.write(normaliseGiftCode(code));
        // opened by somebody else, or taken back: what was seen is covered again
        if (refusal === 'too-late' || refusal === 'not-found') {
          tabCode.write('');
          setRevealed(undefined);
        }
        throw error;
      }
    },
    failureOf: (error) => giftFailure(error, act.current),
  });
  return {
    revealed,
    form: {
      ...form,
      busy: busy ? act.current : null,
      press: (wanted) => () => {
        act.current = wanted;
      },
      cover: () => setRevealed(undefined),
      focusCovered: (button) => {
        if (!button || !wasRevealed.current) return;
        wasRevealed.current = false;
        button.focus({ preventScroll: true });
      },
      owned,
    },
  };
};
