import { z } from 'zod';
import { defineApi } from './endpoint.ts';
import { MediaId } from './schemas.ts';

/** Title and author of a post may have 200 letters each, of three bytes, in base64url. */
const POST_CARD_MAX = 2_400;

/** Preview images of items, for link previews (decision 0088). Part of the catalog's API. */
export const previewImagesApi = defineApi({
  getPreviewImage: {
    method: 'GET',
    path: '/preview-images/:id',
    access: 'public',
    kind: 'stream',
    rate: 'cheap',
    summary:
      'A JPEG of 1200 by 630 with the cover, title and creator of a published item of any kind; 302 to the image of its kind while it cannot be drawn',
    params: z.object({ id: MediaId }),
    query: z.object({
      v: z.string().max(64).optional().describe('revision: the response can be cached as immutable'),
    }),
    response: z.unknown(),
    problems: ['not-found'],
  },
  getPostPreviewImage: {
    method: 'GET',
    path: '/preview-cards/:card',
    access: 'public',
    kind: 'stream',
    rate: 'cheap',
    summary:
      'A JPEG of 1200 by 630 with the drawing, title and author of a post, which are in the address and signed by the gateway; 302 to the image of posts while it cannot be drawn',
    params: z.object({ card: z.string().max(POST_CARD_MAX) }),
    response: z.unknown(),
    problems: ['not-found'],
  },
});
