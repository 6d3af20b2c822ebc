import '@satrangi/kit/tokens.css';
import '@satrangi/kit/fonts.css';
import '@satrangi/kit/base.css';
import './admin.css';
import { ToastProvider } from '@satrangi/kit';
import { preferences } from '@satrangi/kit/browser/preferences';
import { cameBackAfterExit, leaveNow, watchForExit } from '@satrangi/kit/browser/quick-exit';
import { session } from '@satrangi/kit/browser/session';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { dropOldDrafts } from '../lib/drafts.ts';
import { createQueryClient, followSession } from '../lib/query-client.ts';
import { routes } from './routes.tsx';
import { allowInertHtml } from './trusted-types.ts';

const start = (root: HTMLElement): void => {
  allowInertHtml();
  preferences.watch();
  session.watch();
  watchForExit(() => preferences.get().exitByKey);
  // React adds the title of each tab itself.
  for (const element of document.querySelectorAll('[data-head]')) element.remove();
  const client = createQueryClient();
  // a data router, because only these can hold a navigation back while a form has changes
  const router = createBrowserRouter(routes, { basename: '/admin' });
  followSession(client);
  dropOldDrafts();
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <ToastProvider>
          <RouterProvider router={router} />
        </ToastProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
};

const root = document.getElementById('root');
if (!root) throw new Error('no #root');
if (cameBackAfterExit()) leaveNow();
else start(root);
