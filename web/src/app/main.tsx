import '@satrangi/kit/tokens.css';
import '@satrangi/kit/fonts.css';
import '@satrangi/kit/base.css';
import { ToastProvider, waits } from '@satrangi/kit';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { personalServices } from '../lib/api.ts';
import { loadLanguage } from '../lib/interface-language.ts';
import { preferences } from '../lib/preferences.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { cameBackAfterExit, leaveNow, watchForExit } from '../lib/quick-exit.ts';
import { session } from '../lib/session.ts';
import { PageError } from './page-error.tsx';
import { Pages, preloadPage } from './router.tsx';

/** The layout is shown without the page when the page's code takes longer than this. */
const LAYOUT_AFTER_MS = 4_000;

const start = (root: HTMLElement): void => {
  // Fonts load while the page renders: requested any sooner, they would delay the code.
  document.fonts.load('1em "Anek Latin"').catch(() => undefined);
  preferences.watch();
  session.watch();
  watchForExit(() => preferences.get().exitByKey);
  const client = createQueryClient();
  // When another reader logs in, the previous reader's data is removed from memory.
  let reader = session.get()?.userId;
  session.subscribe(() => {
    const current = session.get()?.userId;
    if (current === reader) return;
    reader = current;
    for (const service of personalServices) client.removeQueries({ queryKey: [service] });
  });
  // A page whose code was replaced by a newer release shows an error and offers to reload.
  const page = createRoot(root, { onUncaughtError: () => page.render(<PageError />) });
  const render = (): void => {
    // React adds the head of each page itself.
    for (const element of document.querySelectorAll('[data-head]')) element.remove();
    page.render(
      <StrictMode key={Date.now()}>
        <QueryClientProvider client={client}>
          <ToastProvider>
            <BrowserRouter>
              <Pages />
            </BrowserRouter>
          </ToastProvider>
        </QueryClientProvider>
      </StrictMode>,
    );
  };
  // Failed code is handled by the page itself. Slow code is waited for inside the layout, which reports long
  // waits.
  const endWait = waits.begin();
  const preloaded = Promise.all([preloadPage(client), loadLanguage()]).finally(endWait);
  Promise.race([preloaded, new Promise((resolve) => setTimeout(resolve, LAYOUT_AFTER_MS))]).then(
    render,
    render,
  );
  import('./start-live-updates.ts')
    .then(({ startLiveUpdates }) => startLiveUpdates(client, render))
    .catch(() => undefined);
};

const root = document.getElementById('root');
if (cameBackAfterExit()) leaveNow();
else if (root) start(root);
