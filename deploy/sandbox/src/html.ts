const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

/** Pages load nothing but the sandbox's own stylesheet and run no script. */
export const pagePolicy =
  "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'";

/** A complete page. `main` is HTML that the caller has escaped. */
export const pageOf = ({ title, main, head = '' }: { title: string; main: string; head?: string }): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${head}<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/sandbox/sandbox.css">
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`;

export const formatAmount = (amountMinor: number, currency: string): string =>
  new Intl.NumberFormat('en-IN', { style: 'currency', currency }).format(amountMinor / 100);
