import { readFileSync } from 'node:fs';
import { Router } from 'express';

const files = {
  'stripe.js': 'text/javascript',
  'cashfree.js': 'text/javascript',
  'shims.css': 'text/css',
  'sandbox.css': 'text/css',
};

/** Scripts that replace those of the providers in the shop's pages, and their styles. */
export const shimRoutes = (): Router => {
  const router = Router();
  for (const [name, type] of Object.entries(files)) {
    const text = readFileSync(new URL(name, import.meta.url), 'utf8');
    router.get(`/sandbox/${name}`, (_request, response) => {
      response
        .set({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' })
        .type(type)
        .send(text);
    });
  }
  return router;
};
