import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { createRequire } from 'node:module';
import process from 'node:process';
import { chromium, type Page } from 'playwright-core';
import type { Sandbox } from '../src/index.ts';

/** Path of Chromium; undefined when it is not installed. */
export const chromiumPath = process.env.CHROMIUM;

/** As strict as the policy of the shop: no inline script or style, same origin only. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; form-action 'self'";

const shopPage = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>Shop</title></head>
<body><main><h1>Shop</h1>
<form><div id="address"></div><div id="card"></div><button>Pay by card</button></form>
<button id="checkout">Pay by Cashfree</button>
<div id="google"></div>
<output></output></main>
<script src="/sandbox/stripe.js"></script>
<script src="/sandbox/cashfree.js"></script>
<script src="/sandbox/google.js"></script>
<script src="/shop.js"></script></body></html>`;

const shopScript = `
const asked = new URLSearchParams(location.search);
const say = (result) => { document.querySelector('output').textContent = JSON.stringify(result); };
const stripe = Stripe('pk_test_x');
const elements = stripe.elements({ clientSecret: asked.get('secret') });
elements.create('address', { mode: 'billing', defaultValues: { name: 'Asha Rao' } }).mount('#address');
elements.create('payment').mount('#card');
document.querySelector('form').addEventListener('submit', async (event) => {
  event.preventDefault();
  say(await stripe.confirmPayment({ elements, redirect: 'if_required' }));
});
document.querySelector('#checkout').addEventListener('click', async () => {
  const cashfree = Cashfree({ mode: 'sandbox' });
  say(await cashfree.checkout({ paymentSessionId: asked.get('session'), redirectTarget: asked.get('target') ?? '_modal' }));
});
google.accounts.id.initialize({ client_id: 'the-shop', nonce: 'n7', callback: say });
google.accounts.id.renderButton(document.querySelector('#google'), { theme: 'outline' });
`;

/** Shop page and gateway in one: the page loads the shims, and `/sandbox` is proxied. */
export const startShopPage = async () => {
  const upstream: { sandbox?: Sandbox } = {};
  const server = createServer((requested, answer) => {
    const path = requested.url ?? '/';
    if (path.startsWith('/sandbox')) {
      const { method, headers } = requested;
      const passed = request(new URL(path, upstream.sandbox?.url), { method, headers }, (reply) => {
        answer.writeHead(reply.statusCode ?? 502, { ...reply.headers, 'content-security-policy': policy });
        reply.pipe(answer);
      });
      requested.pipe(passed);
      return;
    }
    requested.resume();
    const isScript = path.endsWith('.js');
    answer.writeHead(200, {
      'content-type': isScript ? 'text/javascript' : 'text/html',
      'content-security-policy': policy,
    });
    answer.end(isScript ? shopScript : shopPage);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    /** Sets the proxy target of `/sandbox`. */
    proxyTo: (sandbox: Sandbox): void => {
      upstream.sandbox = sandbox;
    },
    [Symbol.asyncDispose]: async (): Promise<void> => {
      server.closeAllConnections();
      server.close();
    },
  };
};

/** A browser page that collects page errors. */
export const openBrowser = async (colorScheme: 'light' | 'dark' = 'light') => {
  const browser = await chromium.launch({ executablePath: chromiumPath ?? '', args: ['--no-sandbox'] });
  const page = await browser.newPage({ colorScheme });
  const pageErrors: string[] = [];
  page.on('pageerror', ({ message }) => pageErrors.push(message));
  page.on('console', (message) => {
    // HTTP errors of a refused payment or a missing favicon are not page errors.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      pageErrors.push(message.text());
    }
  });
  return { page, pageErrors, [Symbol.asyncDispose]: () => browser.close() };
};

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Violations of axe, each as `rule: element`. */
export const violationsIn = async (page: Page): Promise<string[]> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: axeSource });
  const { result } = await session.send('Runtime.evaluate', {
    expression:
      'axe.run().then((r) => JSON.stringify(r.violations.map((v) => v.id + ": " + v.nodes[0].html)))',
    awaitPromise: true,
  });
  return JSON.parse(String(result.value));
};
