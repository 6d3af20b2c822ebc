import type { GatewayConfig } from '../config.ts';

/**
 * Writes the public settings of the site into the data block of a shell. Pages read them from there, without a request.
 * @param more fields beside those of the configuration
 */
export const settingsInto = (
  template: string,
  config: GatewayConfig,
  more: Readonly<Record<string, string>> = {},
): string => {
  const settings = JSON.stringify({
    ...more,
    name: config.SITE_NAME,
    tagline: config.SITE_TAGLINE,
    short: config.SITE_SHORT,
    assistant: config.ASSISTANT_NAME,
    contactEmail: config.CONTACT_EMAIL,
    instagramUrl: config.INSTAGRAM_URL,
    facebookUrl: config.FACEBOOK_URL,
    quickExitUrl: config.QUICK_EXIT_URL,
    statementName: config.STATEMENT_NAME,
    receiptSubject: config.RECEIPT_SUBJECT,
    publicUrl: config.PUBLIC_URL,
  }).replaceAll('<', '\\u003c');
  return template.replace(
    /(<script[^>]*id="site"[^>]*>)[\s\S]*?(<\/script>)/,
    (_, open: string, close: string) => open + settings + close,
  );
};
