import type { ChatItem } from '@satrangi/contracts';
import { Button, scriptProps } from '@satrangi/kit';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { withBuy } from '../../lib/paths.ts';
import { chatPrice } from './chat-item.tsx';
import styles from './chat-panel.module.css';

const SIMULATED_MS = 900;

/** Asks before it leads to the checkout of the item's page. The chat itself takes no money (checklist CON-15). */
export function PaymentPanel({ item, onClose }: { item: ChatItem; onClose: () => void }) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const [state, setState] = useState<'asking' | 'busy' | 'simulated'>('asking');
  const pay = useRef<HTMLButtonElement>(null);
  const isDemo = new URLSearchParams(search).get('demo') === '1';

  useEffect(() => pay.current?.focus(), []);
  useEffect(() => {
    if (state !== 'busy') return;
    const timer = setTimeout(() => setState('simulated'), SIMULATED_MS);
    return () => clearTimeout(timer);
  }, [state]);

  const start = (): void => {
    if (isDemo) setState('busy');
    else {
      onClose();
      void navigate(withBuy(item.url));
    }
  };
  return (
    <fieldset className={styles.payment}>
      <legend>Complete payment</legend>
      <p>
        <span {...scriptProps(item.title, item.language)}>{item.title}</span>, {chatPrice(item.pricePaise)}
      </p>
      <p role="status">{state === 'simulated' ? 'This was a demonstration. Nothing was paid.' : ''}</p>
      <div>
        {state !== 'simulated' && (
          <Button ref={pay} tone="primary" size="s" disabled={state === 'busy'} onClick={start}>
            {state === 'busy' ? 'Processing...' : 'Pay now'}
          </Button>
        )}
        <Button size="s" onClick={onClose}>
          {state === 'simulated' ? 'Close' : 'Cancel'}
        </Button>
      </div>
    </fieldset>
  );
}
