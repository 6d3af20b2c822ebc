import '@satrangi/kit/tokens.css';
import '@satrangi/kit/fonts.css';
import '@satrangi/kit/base.css';
import { ToastProvider } from '@satrangi/kit';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { followLive } from '../lib/live.ts';
import { preferences } from '../lib/preferences.ts';
import { createQueryClient } from '../lib/queries.ts';
import { cameBackAfterExit, leaveNow, watchForExit } from '../lib/quick-exit.ts';
import { session } from '../lib/session.ts';
import { createRouter } from './router.tsx';

const start = (root: HTMLElement): void => {
  preferences.watch();
  session.watch();
  watchForExit(() => preferences.get().exitByKey);
  const client = createQueryClient();
  // Another reader on this browser: nothing of the one before stays in memory.
  session.subscribe(() => {
    client.removeQueries({ queryKey: ['library'] });
    client.removeQueries({ queryKey: ['identity'] });
  });
  followLive(client);
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <ToastProvider>
          <RouterProvider router={createRouter(client)} />
        </ToastProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
};

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
if (cameBackAfterExit()) leaveNow();
else start(root);
