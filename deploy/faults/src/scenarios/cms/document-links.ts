/** P53: an import fetches nothing but the document that was meant. */
import { request } from '../../http.ts';
import { promiseScenario, type Trial, unless } from './trial.ts';

const ID = '1AbCdEfGhIjKlMnOpQrStUvWxYz_0123456789-abcde';
const SECRET = 'a text that must not be read';

/** Addresses that are no link of a document, in the forms that hosts and schemes are disguised in. */
const links: readonly string[] = [
  ...[
    'http://127.0.0.1',
    'http://localhost',
    'http://[::1]',
    'http://0.0.0.0',
    'http://2130706433',
    'http://0x7f000001',
    'http://0177.0.0.1',
    'http://127.1',
    'http://[::ffff:127.0.0.1]',
    'http://169.254.169.254',
    'http://metadata.google.internal',
    'https://evil.example',
    'https://docs.google.com.evil.example',
    'https://docs.google.com@evil.example',
    'https://docs.google.com:443@evil.example',
    'https://docs.google.com:8443',
    'https://docs.google.com%2eevil.example',
    'https://docs.google.com\\@evil.example',
    'https://evil.example#https://docs.google.com',
    'https://evil.example?https://docs.google.com',
    'http://docs.google.com',
    'ftp://docs.google.com',
    'file://docs.google.com',
    'gopher://127.0.0.1:25',
    'data:text/html,',
    'javascript:alert(1)//',
    '//docs.google.com',
    'https://drive.google.com',
    'https://sheets.google.com',
    'https://accounts.google.com',
  ].flatMap((origin) => [`${origin}/document/d/${ID}/edit`, `${origin}/spreadsheets/d/${ID}`]),
];

/** Where a redirect may try to lead; the sandbox answers for every host, so only the check of the host counts. */
const redirects = [
  'http://127.0.0.1',
  'http://x.googleusercontent.com',
  'https://evil.example',
  'https://x.googleusercontent.com.evil.example',
  'https://x.googleusercontent.com@evil.example',
  'https://x.googleusercontent.com:8443',
  'https://docs.google.com',
  '//evil.example',
  '',
];

export const documentLinks: Trial<undefined> = async (fixture) => {
  const preview = (driveLink: string) =>
    request(`${fixture.api}/cms/blogs/preview`, {
      method: 'POST',
      token: fixture.adminToken,
      body: { driveLink },
    });
  const { addDocument } = fixture.sandbox;
  const target = await addDocument({ title: 'Target', content: `<p>${SECRET}</p>` });
  const path = `/docs/securesc/${target.id}`;
  const meant = await preview(target.link);
  const allowed = await preview(
    (await addDocument({ title: 'A', content: 'x', redirectTo: `https://x.googleusercontent.com${path}` }))
      .link,
  );
  const statuses: number[] = [];
  for (const link of links) statuses.push((await preview(link)).status);
  let followed = 0;
  for (const origin of redirects) {
    const { link } = await addDocument({
      title: 'Redirect',
      content: 'x',
      redirectTo: origin + path,
      access: 'no-access',
    });
    if (JSON.stringify((await preview(link)).body).includes(SECRET)) followed += 1;
  }
  const accepted = statuses.filter((status) => status !== 400).length;
  return {
    detail: `${links.length} links, ${redirects.length} redirects`,
    broken: unless({
      'a document is not read': JSON.stringify(meant.body).includes(SECRET),
      'a redirect to a content host is not followed': JSON.stringify(allowed.body).includes(SECRET),
      [`${accepted} links of other hosts are not refused`]: accepted === 0,
      [`${followed} redirects to other hosts are followed`]: followed === 0,
    }),
  };
};

export const imports = promiseScenario(
  'document links',
  'nothing but the document is fetched (P53)',
  documentLinks,
  () => undefined,
);
