import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The text and the metadata of a PDF. */
export const readPdf = async (data: Uint8Array): Promise<{ text: string; info: unknown }> => {
  const task = getDocument({ data, useSystemFonts: false, verbosity: 0 });
  const pdf = await task.promise;
  const pages = await Promise.all(
    Array.from({ length: pdf.numPages }, async (_, at) => {
      const { items } = await (await pdf.getPage(at + 1)).getTextContent();
      return items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('');
    }),
  );
  const { info } = await pdf.getMetadata();
  await task.destroy();
  return { text: pages.join('\n'), info };
};
