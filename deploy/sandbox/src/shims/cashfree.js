// Replaces the script of sdk.cashfree.com: checkout in a dialog or on the hosted page. It works under a strict content
// policy; the sandbox applies the outcome and sends the webhook.
(() => {
  const closed = {
    error: { message: 'Payment popup has been closed', code: 'payment_aborted', type: 'request_failed' },
  };
  const failed = { error: { message: 'Payment failed', code: 'payment_failed', type: 'request_failed' } };
  const finished = { paymentDetails: { paymentMessage: 'Payment finished. Check status.' } };

  const make = (tag, properties = {}, ...children) => {
    const node = Object.assign(document.createElement(tag), properties);
    node.append(...children);
    return node;
  };

  const loadStyle = () => {
    const href = '/sandbox/shims.css';
    if (document.querySelector(`link[href="${href}"]`)) return;
    document.head.append(make('link', { rel: 'stylesheet', href }));
  };

  const pageOf = (session) => `/sandbox/cashfree/checkout?session=${encodeURIComponent(session)}`;

  const amountOf = async (session) => {
    const response = await fetch(`/sandbox/cashfree/session?session=${encodeURIComponent(session)}`);
    const { amountMinor, currency } = await response.json();
    return response.ok
      ? new Intl.NumberFormat('en-IN', { style: 'currency', currency }).format(amountMinor / 100)
      : undefined;
  };

  const pay = async (paymentSessionId, outcome) => {
    const response = await fetch('/sandbox/cashfree/pay', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ paymentSessionId, outcome }),
    });
    return response.ok;
  };

  const resultOf = async (paymentSessionId, outcome) => {
    try {
      const isTaken = await pay(paymentSessionId, outcome);
      if (outcome === 'cancelled') return closed;
      return isTaken && outcome === 'success' ? finished : failed;
    } catch {
      return outcome === 'cancelled' ? closed : failed;
    }
  };

  const openDialog = async (paymentSessionId) => {
    loadStyle();
    const cameFrom = document.activeElement;
    const amount = await amountOf(paymentSessionId).catch(() => undefined);
    if (amount === undefined) {
      return { error: { message: 'payment_session_id is invalid', code: 'payment_session_id_invalid' } };
    }
    const title = make('h2', { id: 'sandbox-checkout-title', tabIndex: -1 }, 'Cashfree sandbox checkout');
    const says = make('p', { id: 'sandbox-checkout-says' }, 'This is a sandbox. No money moves.');
    const status = make('p', { role: 'status' });
    const choices = [
      ['success', `Pay ${amount}`],
      ['failed', 'Fail'],
      ['cancelled', 'Cancel'],
    ].map(([outcome, text]) => make('button', { type: 'button', value: outcome }, text));
    const dialog = make(
      'dialog',
      { className: 'sandbox-checkout' },
      title,
      says,
      make('p', {}, `Amount: ${amount}`),
      make('div', { className: 'sandbox-checkout-choices' }, ...choices),
      status,
    );
    dialog.setAttribute('aria-labelledby', title.id);
    dialog.setAttribute('aria-describedby', says.id);
    document.body.append(dialog);
    dialog.showModal();
    title.focus();

    const outcome = await new Promise((resolve) => {
      for (const button of choices) button.addEventListener('click', () => resolve(button.value));
      dialog.addEventListener('cancel', (event) => {
        event.preventDefault();
        resolve('cancelled');
      });
    });
    for (const button of choices) button.disabled = true;
    status.textContent = 'One moment…';
    const result = await resultOf(paymentSessionId, outcome);
    dialog.close();
    dialog.remove();
    if (cameFrom?.isConnected) cameFrom.focus();
    return result;
  };

  const checkout = ({ paymentSessionId, redirectTarget = '_self' } = {}) => {
    if (!paymentSessionId) {
      return Promise.resolve({ error: { message: 'paymentSessionId is missing', code: 'invalid_request' } });
    }
    if (redirectTarget === '_modal' || typeof redirectTarget === 'object')
      return openDialog(paymentSessionId);
    window.open(pageOf(paymentSessionId), redirectTarget);
    return Promise.resolve({ redirect: true });
  };

  window.Cashfree = () => ({ checkout, version: () => 'sandbox' });
})();
