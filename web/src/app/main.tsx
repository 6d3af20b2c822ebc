import '@satrangi/kit/tokens.css';
import '@satrangi/kit/fonts.css';
import '@satrangi/kit/base.css';
import { ToastProvider, waits } from '@satrangi/kit';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { personalServices } from '../lib/api.ts';
import { preferences } from '../lib/preferences.ts';
import { createQueryClient } from '../lib/queries.ts';
import { cameBackAfterExit, leaveNow, watchForExit } from '../lib/quick-exit.ts';
import { session } from '../lib/session.ts';
import { PageError } from './page-error.tsx';
import { arrive, Pages } from './router.tsx';

/** The frame of the page comes without the page when its code takes longer than this. */
const FRAME_AFTER_MS = 4_000;

const start = (root: HTMLElement): void => {
  // The letters come while the page is being made: asked for any sooner, they would hold up the code.
  document.fonts.load('1em "Anek Latin"').catch(() => undefined);
  preferences.watch();
  session.watch();
  watchForExit(() => preferences.get().exitByKey);
  const client = createQueryClient();
  // Another reader on this browser: nothing of the one before stays in memory.
  let reader = session.get()?.userId;
  session.subscribe(() => {
    const now = session.get()?.userId;
    if (now === reader) return;
    reader = now;
    for (const service of personalServices) client.removeQueries({ queryKey: [service] });
  });
  // A page whose code can not be loaded any more (the shop was renewed meanwhile) says so and offers to try again.
  const page = createRoot(root, { onUncaughtError: () => page.render(<PageError />) });
  const render = (): void =>
    page.render(
      <StrictMode>
        <QueryClientProvider client={client}>
          <ToastProvider>
            <BrowserRouter>
              <Pages />
            </BrowserRouter>
          </ToastProvider>
        </QueryClientProvider>
      </StrictMode>,
    );
  // Without its code the page says by itself what is the matter; code that does not come in time is waited for in the
  // frame of every page, where a long wait has its sentence.
  const end = waits.begin();
  const arrived = arrive(client).finally(end);
  Promise.race([arrived, new Promise((resolve) => setTimeout(resolve, FRAME_AFTER_MS))]).then(render, render);
  import('./follow.ts').then(({ follow }) => follow(client)).catch(() => undefined);
};

const root = document.getElementById('root');
if (!root) throw new Error('no #root');
if (cameBackAfterExit()) leaveNow();
else start(root);
