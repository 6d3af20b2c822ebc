/** Opens EPUB files as a reading program does. */
import { buffer } from 'node:stream/consumers';
import { readXml, withEpub, xmlOf } from '@satrangi/chassis/archives';

/** @returns entries in order, and the documents of the spine with their text */
export const readEpub = (path: string) =>
  withEpub(path, async ({ archive, entries, package: { path, xml } }) => {
    const contents = new Map<string, Buffer>();
    for (const [name, entry] of entries) contents.set(name, await buffer(await archive.open(entry)));
    const hrefs = new Map<string, string>();
    const spine: string[] = [];
    const identifiers: string[] = [];
    readXml(xml, {
      onElement: ({ name, attributes }) => {
        if (name === 'item') hrefs.set(attributes.get('id') ?? '', attributes.get('href') ?? '');
        if (name === 'itemref') spine.push(hrefs.get(attributes.get('idref') ?? '') ?? '');
      },
      onText: ({ name, namespace }, text) => {
        if (name === 'identifier' && namespace === 'http://purl.org/dc/elements/1.1/') identifiers.push(text);
      },
    });
    const base = path.replace(/[^/]*$/, '');
    const pages: { href: string; text: string }[] = [];
    for (const href of spine) {
      let text = '';
      readXml(await xmlOf(archive, entries.get(base + href)), {
        onText: ({ name }, part) => {
          if (name !== 'title') text += part;
        },
      });
      pages.push({ href, text: text.trim() });
    }
    return { names: [...entries.keys()], contents, identifiers, pages };
  });
