// Local stand-in for https://js.stripe.com : enough of the surface for @stripe/react-stripe-js 7
(() => {
  const api = '/sandbox/stripe';
  const element = (type, opts) => {
    const h = {};
    let node;
    const el = {
      _type: type,
      mount(where) {
        const host = typeof where === 'string' ? document.querySelector(where) : where;
        node = document.createElement('label');
        node.textContent = 'Card number (sandbox) ';
        const i = document.createElement('input');
        i.name = 'sandbox-card';
        i.value = '4242424242424242';
        i.setAttribute('aria-label', 'Card number (sandbox)');
        node.append(i);
        host.append(node);
        el._input = i;
        queueMicrotask(() => (h.ready ?? []).forEach((f) => f(el)));
        i.addEventListener('input', () =>
          (h.change ?? []).forEach((f) =>
            f({
              complete: /^\d{16}$/.test(i.value),
              empty: !i.value,
              elementType: type,
              value: { type: 'card' },
            }),
          ),
        );
      },
      unmount() {
        node?.remove();
      },
      destroy() {
        node?.remove();
      },
      update() {},
      on(e, f) {
        (h[e] ??= []).push(f);
        return el;
      },
      once(e, f) {
        return el.on(e, f);
      },
      off(e, f) {
        h[e] = (h[e] ?? []).filter((x) => x !== f);
        return el;
      },
      focus() {
        el._input?.focus();
      },
      blur() {},
      clear() {},
      collapse() {},
    };
    return el;
  };
  window.Stripe = Object.assign(
    (key, opts) => {
      const call = async (path, body) => {
        const r = await fetch(api + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
        return r.json();
      };
      const stripe = {
        elements(o) {
          const made = [];
          const els = {
            _secret: o?.clientSecret,
            create(t, x) {
              const e = element(t, x);
              made.push(e);
              return e;
            },
            getElement(t) {
              return made.find((e) => e._type === t) ?? null;
            },
            update() {},
            fetchUpdates: async () => ({}),
            submit: async () => ({}),
            on() {},
            _made: made,
          };
          return els;
        },
        confirmPayment: async ({ elements, clientSecret }) =>
          call('/confirm', {
            clientSecret: clientSecret ?? elements._secret,
            card: elements?._made[0]?._input?.value,
          }),
        confirmCardPayment: async (clientSecret) =>
          call('/confirm', { clientSecret, card: '4242424242424242' }),
        retrievePaymentIntent: async (clientSecret) => call('/retrieve', { clientSecret }),
        createToken: async () => ({}),
        createPaymentMethod: async () => ({}),
        handleNextAction: async () => ({}),
        _registerWrapper() {},
        registerAppInfo() {},
      };
      return stripe;
    },
    { version: 'endive' },
  );
})();
