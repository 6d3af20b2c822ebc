import { Button, type ButtonLook, Failure } from '@satrangi/kit';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { saveFile } from '../../lib/save-file.ts';

/** Downloads the receipt as PDF. The file name is only the order number. */
export function ReceiptButton({
  order: { orderId, number },
  size = 'm',
}: { order: { readonly orderId: string; readonly number: string } } & Pick<ButtonLook, 'size'>) {
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
        size={size}
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
