import { api } from '../../lib/api.ts';
import { loadScript } from '../../lib/load-script.ts';

/** The part of Google's script that is used. */
type GoogleId = {
  readonly initialize: (options: {
    readonly client_id: string;
    readonly nonce: string;
    readonly callback: (response: { readonly credential?: string }) => void;
  }) => void;
  readonly renderButton: (into: HTMLElement, look: Readonly<Record<string, string | number>>) => void;
  readonly prompt: () => void;
};

const googleId = (): GoogleId | undefined =>
  (globalThis as { google?: { accounts?: { id?: GoogleId } } }).google?.accounts?.id;

/**
 * Opens Google sign-in. Nothing of Google is loaded before this call. Google's own button is rendered into `into` as
 * well, because some browsers do not show the prompt. The callback gets the ID token, or null without one.
 * @throws Error when the script does not load or Google is not configured
 */
export const openGoogleSignIn = async (
  into: HTMLElement,
  onCredential: (credential: string | null) => void,
): Promise<void> => {
  const { clientId, scriptUrl, nonce } = await api.identity.googleSettings();
  if (!clientId || !scriptUrl) throw new Error('Google sign-in is not configured');
  await loadScript(scriptUrl);
  const google = googleId();
  if (!google) throw new Error('Google did not load');
  google.initialize({
    client_id: clientId,
    nonce,
    callback: ({ credential }) => onCredential(credential ?? null),
  });
  into.replaceChildren();
  google.renderButton(into, { theme: 'outline', size: 'large', text: 'continue_with', width: 320 });
  google.prompt();
};
