/** Where the letters of a shown paragraph stand in the text of its page. */
const offsetsOf = new WeakMap<Element, readonly number[]>();

/** For the `ref` of a paragraph with `data-paragraph`, inside an element with `data-page`. */
export const keepOffsets =
  (offsets: readonly number[]) =>
  (element: HTMLElement | null): void => {
    if (element) offsetsOf.set(element, offsets);
  };

/** The number of letters of `element` before a boundary. */
const lettersBefore = (element: Element, node: Node, at: number): number => {
  const range = document.createRange();
  range.setStart(element, 0);
  range.setEnd(node, at);
  return range.toString().length;
};

type Selected = { readonly page: number; readonly start: number; readonly end: number };

/** The selected part of the paragraphs of a page, in the text of that page; null when none is selected. */
export const selectedOffsets = (range: Range): Selected | null => {
  const root = range.commonAncestorContainer;
  const scope = root instanceof Element ? root : root.parentElement;
  const own = scope?.closest('[data-paragraph]');
  const paragraphs = own ? [own] : [...(scope?.querySelectorAll('[data-paragraph]') ?? [])];
  const places = paragraphs.flatMap((element) => {
    const offsets = offsetsOf.get(element);
    if (!offsets || !range.intersectsNode(element)) return [];
    const from = element.contains(range.startContainer)
      ? lettersBefore(element, range.startContainer, range.startOffset)
      : 0;
    const to = element.contains(range.endContainer)
      ? lettersBefore(element, range.endContainer, range.endOffset)
      : offsets.length;
    return offsets.slice(from, to);
  });
  const page = Number(paragraphs[0]?.closest<HTMLElement>('[data-page]')?.dataset.page);
  const [start, last] = [places[0], places.at(-1)];
  return page && start !== undefined && last !== undefined ? { page, start, end: last + 1 } : null;
};
