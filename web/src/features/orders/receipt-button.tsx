import { Button, Failure } from '@satrangi/kit';
import { saveFile } from '@satrangi/kit/browser/save-file';
import { useState } from 'react';
import { api } from '../../lib/api.ts';

/** Downloads the receipt as PDF. The file name is only the order number. */
export function ReceiptButton({
  order: { orderId, number },
}: {
  order: { readonly orderId: string; readonly number: string };
}) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const download = async (): Promise<void> => {
    setState('busy');
    try {
      const response = await api.payments.getReceipt({ params: { orderId } });
      saveFile(await response.blob(), `${number}.pdf`);
      setState('idle');
    } catch {
      setState('failed');
    }
  };
  return (
    <>
      <Button
        aria-disabled={state === 'busy'}
        onClick={() => {
          if (state !== 'busy') void download();
        }}
      >
        {state === 'busy' ? 'One moment…' : 'Save as PDF'}
      </Button>
      <Failure>{state === 'failed' ? "We couldn't load the receipt. Try again." : undefined}</Failure>
    </>
  );
}
