import { Button, Failure } from '@satrangi/kit';
import { saveFile } from '@satrangi/kit/browser/save-file';
import { useState } from 'react';
import { api } from '../../lib/api.ts';

/** Downloads all personal data as one file. */
export function ExportButton() {
  const [state, setState] = useState<'idle' | 'busy' | 'done' | 'failed'>('idle');
  const download = async (): Promise<void> => {
    setState('busy');
    try {
      const data = await api.gateway.exportAll();
      saveFile(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), 'my-data.json');
      setState('done');
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
        {state === 'busy' ? 'Collecting…' : 'Download my data'}
      </Button>
      <p className="small" role="status">
        {state === 'done' && 'Saved as my-data.json.'}
      </p>
      <Failure>
        {state === 'failed' ? 'Your data could not be collected just now. Try again.' : undefined}
      </Failure>
    </>
  );
}
