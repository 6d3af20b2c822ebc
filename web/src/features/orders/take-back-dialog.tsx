import type { Order } from '@satrangi/contracts';
import { formatMoney } from '@satrangi/contracts/pure';
import { Button, Dialog, Failure, useToast } from '@satrangi/kit';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '../../lib/api.ts';
import styles from './orders.module.css';
import { orderFailure, refetchOrders } from './orders.ts';

const failureOf = orderFailure('Your request did not reach us. Try again.');

/** Takes back a gift that nobody has opened: the second press refunds it. */
export function TakeBackDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const client = useQueryClient();
  const showToast = useToast();
  const isSending = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const takeBack = async (): Promise<void> => {
    if (isSending.current) return;
    isSending.current = true;
    setBusy(true);
    setFailure(undefined);
    try {
      await api.payments.requestRefund({
        params: { orderId: order.orderId },
        body: { reason: 'Gift taken back' },
      });
      showToast('Your refund is on its way.');
      onClose();
    } catch (error) {
      setFailure(failureOf(error));
    } finally {
      isSending.current = false;
      setBusy(false);
      // opened in the meantime, or taken back: the page shows it
      await refetchOrders(client);
    }
  };
  return (
    <Dialog open onClose={onClose} title="Take the gift back">
      <div className={styles.form}>
        <p>
          The code ends at once, and you get {formatMoney(order.amount)} back the way you paid. If you have
          passed the code on already, it will not open any more.
        </p>
        <Failure>{failure}</Failure>
        <Button tone="primary" wide aria-disabled={isBusy} onClick={() => void takeBack()}>
          {isBusy ? 'Sending…' : 'Take it back'}
        </Button>
        <Button wide onClick={onClose}>
          Keep the gift
        </Button>
      </div>
    </Dialog>
  );
}
