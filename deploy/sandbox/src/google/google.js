// Replaces the script of accounts.google.com/gsi/client: a button, and a dialog that accepts any account. It works under
// a strict content policy; the sandbox issues the token and publishes its key.
(() => {
  let settings = {};

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

  const credentialFor = async ({ email, name, verified }) => {
    const { client_id: clientId, nonce } = settings;
    const response = await fetch('/sandbox/google/credential', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        email,
        name,
        verified,
        ...(clientId ? { clientId } : {}),
        ...(nonce ? { nonce } : {}),
      }),
    });
    const { credential } = await response.json();
    if (!response.ok) throw new Error('the sandbox issued no credential');
    return credential;
  };

  const field = (id, text, input) => {
    input.id = id;
    return make('p', {}, make('label', { htmlFor: id }, text), input);
  };

  let open;
  const choose = () => {
    if (open) return;
    loadStyle();
    const cameFrom = document.activeElement;
    const title = make('h2', { id: 'sandbox-google-title', tabIndex: -1 }, 'Google sandbox sign-in');
    const email = make('input', { type: 'email', required: true, autocomplete: 'off' });
    const name = make('input', { type: 'text', required: true, autocomplete: 'off' });
    const verified = make('input', { type: 'checkbox', checked: true, id: 'sandbox-google-verified' });
    const status = make('p', { role: 'status' });
    const cancel = make('button', { type: 'button' }, 'Cancel');
    const form = make(
      'form',
      { className: 'sandbox-card' },
      field('sandbox-google-email', 'Google email', email),
      field('sandbox-google-name', 'Google name', name),
      make('p', {}, verified, make('label', { htmlFor: verified.id }, ' Google has verified this address')),
      make(
        'div',
        { className: 'sandbox-checkout-choices' },
        make('button', { type: 'submit' }, 'Sign in'),
        cancel,
      ),
      status,
    );
    open = make(
      'dialog',
      { className: 'sandbox-checkout' },
      title,
      make('p', {}, 'This is a sandbox. Be whoever you like.'),
      form,
    );
    open.setAttribute('aria-labelledby', title.id);
    document.body.append(open);
    open.showModal();
    title.focus();

    const close = () => {
      open?.close();
      open?.remove();
      open = undefined;
      if (cameFrom?.isConnected) cameFrom.focus();
    };
    cancel.addEventListener('click', close);
    open.addEventListener('cancel', (event) => {
      event.preventDefault();
      close();
    });
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      status.textContent = 'One moment…';
      try {
        const credential = await credentialFor({
          email: email.value,
          name: name.value,
          verified: verified.checked,
        });
        close();
        settings.callback?.({ credential, select_by: 'btn' });
      } catch {
        status.textContent = 'The sandbox did not answer. Try again.';
      }
    });
  };

  window.google = {
    ...window.google,
    accounts: {
      id: {
        initialize: (options) => {
          settings = { ...options };
        },
        renderButton: (parent) => {
          const button = make(
            'button',
            { type: 'button', className: 'sandbox-google' },
            'Continue with Google',
          );
          button.addEventListener('click', choose);
          parent.replaceChildren(button);
        },
        /** Google decides whether One Tap appears; the sandbox never shows it. */
        prompt: (moment) =>
          moment?.({
            isNotDisplayed: () => true,
            isSkippedMoment: () => false,
            isDismissedMoment: () => false,
            getNotDisplayedReason: () => 'suppressed_by_user',
          }),
        cancel: () => open?.dispatchEvent(new Event('cancel', { cancelable: true })),
        disableAutoSelect: () => {},
      },
    },
  };
})();
