// Replaces the script of js.stripe.com: the functions that @stripe/react-stripe-js and a payment form call. It renders a
// labelled card form, works under a strict content policy, and the sandbox decides about cards.
(() => {
  const unreachable = 'The payment provider cannot be reached. Please try again.';
  let made = 0;

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

  const ask = async (path, body) => {
    try {
      const response = await fetch(`/sandbox/stripe/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const answer = await response.json();
      if (answer.error && typeof answer.error === 'object') return { error: answer.error };
      if (answer.paymentIntent) return { paymentIntent: answer.paymentIntent };
    } catch {
      // No response, or not JSON: reported below as one sentence.
    }
    return { error: { type: 'api_connection_error', message: unreachable } };
  };

  const fields = [
    {
      key: 'number',
      label: 'Card number (sandbox)',
      value: '4242 4242 4242 4242',
      isComplete: (value) => /^\d{13,19}$/.test(value.replaceAll(' ', '')),
      missing: 'Your card number is incomplete.',
    },
    {
      key: 'expiry',
      label: 'Expiry date (MM / YY)',
      value: '12 / 34',
      isComplete: (value) => /^(0[1-9]|1[0-2])\s*\/?\s*\d{2}$/.test(value.trim()),
      missing: "Your card's expiry date is incomplete.",
    },
    {
      key: 'cvc',
      label: 'Security code',
      value: '123',
      isComplete: (value) => /^\d{3,4}$/.test(value.trim()),
      missing: "Your card's security code is incomplete.",
    },
  ];

  const isThere = (value) => value.trim() !== '';
  const addressFields = ({ name } = {}) => [
    {
      key: 'name',
      label: 'Full name (sandbox)',
      value: name || 'Sandbox Reader',
      isComplete: isThere,
      missing: 'Your name is incomplete.',
    },
    {
      key: 'address',
      label: 'Address (sandbox)',
      value: '1 Sandbox Street',
      isComplete: isThere,
      missing: 'Your address is incomplete.',
    },
    {
      key: 'country',
      label: 'Country (sandbox)',
      value: 'United States',
      isComplete: isThere,
      missing: 'Your country is incomplete.',
    },
  ];

  /** Fields and heading of each element. */
  const partOf = (type, { defaultValues } = {}) =>
    type === 'address'
      ? {
          legend: 'Billing address (sandbox)',
          hint: 'Told to nobody.',
          inputMode: 'text',
          fields: addressFields(defaultValues),
        }
      : {
          legend: 'Card (sandbox)',
          hint: 'No money moves. 4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined.',
          inputMode: 'numeric',
          fields,
        };

  const drawField = (field, describedBy, inputMode) => {
    made += 1;
    const id = `sandbox-card-${field.key}-${made}`;
    const error = make('p', { id: `${id}-error`, className: 'sandbox-card-error' });
    const input = make('input', {
      id,
      value: field.value,
      type: 'text',
      inputMode,
      autocomplete: 'off',
    });
    input.setAttribute('aria-describedby', `${error.id} ${describedBy}`);
    const tell = (message) => {
      error.textContent = message;
      input.setAttribute('aria-invalid', String(message !== ''));
    };
    return {
      ...field,
      input,
      tell,
      node: make(
        'div',
        { className: `sandbox-card-${field.key}` },
        make('label', { htmlFor: id }, field.label),
        input,
        error,
      ),
    };
  };

  const createElement = (type, options) => {
    const about = partOf(type, options);
    const listeners = new Map();
    let drawn = [];
    let node;
    const emit = (name, event) => {
      for (const listener of listeners.get(name) ?? []) listener(event);
    };
    const state = () => ({
      elementType: type,
      complete: drawn.every(({ isComplete, input }) => isComplete(input.value)),
      empty: drawn.every(({ input }) => input.value === ''),
      collapsed: false,
      value: { type: 'card' },
    });

    const draw = () => {
      made += 1;
      const hint = make('p', { id: `sandbox-card-hint-${made}`, className: 'sandbox-card-hint' }, about.hint);
      drawn = about.fields.map((field) => drawField(field, hint.id, about.inputMode));
      for (const { input, tell } of drawn) {
        input.addEventListener('input', () => {
          tell('');
          emit('change', state());
        });
        input.addEventListener('focus', () => emit('focus', { elementType: type }));
        input.addEventListener('blur', () => emit('blur', { elementType: type }));
      }
      return make(
        'fieldset',
        { className: 'sandbox-card' },
        make('legend', {}, about.legend),
        hint,
        ...drawn.map((field) => field.node),
      );
    };

    const element = {
      mount(where) {
        const host = typeof where === 'string' ? document.querySelector(where) : where;
        if (!host) throw new Error(`The element ${where} is not in the page.`);
        loadStyle();
        node?.remove();
        node = draw();
        host.append(node);
        queueMicrotask(() => {
          emit('ready', element);
          emit('change', state());
        });
      },
      unmount() {
        node?.remove();
      },
      destroy() {
        node?.remove();
        listeners.clear();
      },
      on(name, listener) {
        listeners.set(name, [...(listeners.get(name) ?? []), listener]);
        return element;
      },
      once(name, listener) {
        const first = (event) => {
          element.off(name, first);
          listener(event);
        };
        return element.on(name, first);
      },
      off(name, listener) {
        listeners.set(
          name,
          listener ? (listeners.get(name) ?? []).filter((other) => other !== listener) : [],
        );
        return element;
      },
      focus: () => drawn[0]?.input.focus(),
      blur: () => document.activeElement?.blur(),
      clear() {
        for (const { input } of drawn) input.value = '';
        emit('change', state());
      },
      update() {},
      collapse() {},
    };
    /** Shows the error of each invalid field and focuses the first. @returns its error */
    const check = () => {
      for (const { isComplete, input, tell, missing } of drawn) tell(isComplete(input.value) ? '' : missing);
      const wrong = drawn.find(({ isComplete, input }) => !isComplete(input.value));
      wrong?.input.focus();
      return wrong && { type: 'validation_error', code: `incomplete_${wrong.key}`, message: wrong.missing };
    };
    const fieldText = (key) => drawn.find((field) => field.key === key)?.input.value ?? '';
    return { type, element, check, card: () => fieldText('number'), expiry: () => fieldText('expiry') };
  };

  const forms = new WeakMap();

  const createElements = ({ clientSecret } = {}) => {
    const parts = [];
    const elements = {
      create(type, options) {
        const part = createElement(type, options);
        parts.push(part);
        forms.set(part.element, part);
        return part.element;
      },
      getElement: (type) => parts.findLast((part) => part.type === type)?.element ?? null,
      update() {},
      fetchUpdates: async () => ({}),
      async submit() {
        const error = forms.get(elements)?.().check();
        return error ? { error } : { selectedPaymentMethod: 'card' };
      },
      on: () => elements,
      once: () => elements,
      off: () => elements,
    };
    const shown = () =>
      [
        parts.findLast(({ type }) => type === 'address'),
        parts.findLast(({ type }) => type !== 'address'),
      ].filter(Boolean);
    forms.set(elements, () => ({
      clientSecret,
      card: () => shown().at(-1)?.card(),
      expiry: () => shown().at(-1)?.expiry(),
      check: () => shown().reduce((error, part) => error ?? part.check(), undefined),
    }));
    return elements;
  };

  const confirm = async (clientSecret, form) => {
    const error = form?.check?.();
    if (error) return { error };
    const card = form?.card?.() || '4242424242424242';
    return ask('confirm', { clientSecret, card, expiry: form?.expiry?.() || '12 / 34' });
  };

  const leaveFor = (returnUrl, { id, client_secret, status }) => {
    const url = new URL(returnUrl, location.href);
    url.searchParams.set('payment_intent', id);
    url.searchParams.set('payment_intent_client_secret', client_secret);
    url.searchParams.set('redirect_status', status);
    location.assign(url);
    return new Promise(() => {});
  };

  const createStripe = () => ({
    elements: createElements,
    async confirmPayment({ elements, clientSecret, confirmParams, redirect = 'always' }) {
      const form = elements && forms.get(elements)?.();
      const result = await confirm(clientSecret ?? form?.clientSecret, form);
      const mustLeave = redirect === 'always' && confirmParams?.return_url;
      return result.paymentIntent && mustLeave
        ? leaveFor(confirmParams.return_url, result.paymentIntent)
        : result;
    },
    // a payment method is the id of a stored card, or a form
    confirmCardPayment: (clientSecret, { payment_method } = {}) =>
      typeof payment_method === 'string'
        ? ask('confirm', { clientSecret, paymentMethod: payment_method })
        : confirm(clientSecret, forms.get(Object(Object(payment_method).card))),
    retrievePaymentIntent: (clientSecret) => ask('retrieve', { clientSecret }),
    createToken: async () => ({ error: { message: 'The sandbox has no tokens.' } }),
    createPaymentMethod: async () => ({ error: { message: 'The sandbox has no payment methods.' } }),
    handleNextAction: async ({ clientSecret }) => ask('retrieve', { clientSecret }),
    registerAppInfo() {},
    _registerWrapper() {},
  });

  window.Stripe = Object.assign(() => createStripe(), { version: 'endive' });
})();
