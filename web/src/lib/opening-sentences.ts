/** A sentence with the marks that close it; the danda and the Urdu full stop end one too. */
const sentence = /.+?(?:[.!?…।॥۔]+[”’"')\]]*(?=\s|$)|$)/gsu;

/**
 * The first sentences of a text, whole, with at least `least` characters of it; empty when they would be longer than `most`.
 */
export const openingSentences = (text: string, { least, most }: { least: number; most: number }): string => {
  let opening = '';
  for (const [part] of text.trim().matchAll(sentence)) {
    if (opening.length >= least) break;
    opening += part;
  }
  return opening.length > most ? '' : opening.trim();
};
