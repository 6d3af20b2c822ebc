// Local stand-in for https://sdk.cashfree.com/js/v3/cashfree.js
window.Cashfree = ({ mode }) => ({
  checkout: ({ paymentSessionId, redirectTarget = '_self' }) =>
    new Promise((resolve) => {
      const d = document.createElement('dialog');
      d.setAttribute('aria-label', 'Cashfree sandbox checkout');
      for (const [label, outcome] of [
        ['Pay (sandbox)', 'success'],
        ['Fail', 'failed'],
        ['Cancel', 'cancelled'],
      ]) {
        const b = document.createElement('button');
        b.textContent = label;
        b.onclick = async () => {
          d.close();
          d.remove();
          if (outcome === 'cancelled')
            return resolve({
              error: {
                message: 'Payment popup has been closed',
                code: 'payment_aborted',
                type: 'request_failed',
              },
            });
          const r = await fetch('/sandbox/cashfree/pay', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ paymentSessionId, outcome }),
          });
          resolve(
            r.ok && outcome === 'success'
              ? { paymentDetails: { paymentMessage: 'Payment finished. Check status.' } }
              : { error: { message: 'Payment failed' } },
          );
        };
        d.append(b);
      }
      document.body.append(d);
      d.showModal();
    }),
});
