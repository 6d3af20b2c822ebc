import type { RenderRequest, RenderResult } from './image-renderer.ts';

/**
 * The entry point of the drawing process. It draws one image at a time, with no secrets, database, network and files but
 * the fonts. A picture that crashes it affects no other image, and its memory is freed on exit.
 */
const render = async ({ id, card }: RenderRequest): Promise<RenderResult> => {
  let drawCard: typeof import('./draw-card.ts').drawCard;
  try {
    ({ drawCard } = await import('./draw-card.ts'));
  } catch (error) {
    return { id, problem: error instanceof Error ? error.message : 'unknown', isUnavailable: true };
  }
  try {
    return { id, image: await drawCard(card) };
  } catch (error) {
    return { id, problem: error instanceof Error ? error.message : 'unknown' };
  }
};

let last: Promise<void> = Promise.resolve();

process.on('message', (request: RenderRequest) => {
  last = last.then(async () => {
    process.send?.(await render(request));
  });
});
// The service has exited.
process.on('disconnect', () => process.exit(0));
