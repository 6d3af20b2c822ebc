import { expect, it } from 'vitest';
import { pageOf } from './report-site-event.ts';

it.each([
  ['/', { page: '/' }],
  ['/e-books', { page: '/e-books' }],
  ['/ebook/b1', { page: '/ebook/:id', mediaId: 'b1' }],
  ['/short-film/f1', { page: '/short-film/:id', mediaId: 'f1' }],
  ['/blogs/a-post-xk2p9q', { page: '/blogs/:id', blogId: 'a-post-xk2p9q' }],
  ['/read/b1', { page: '/read/:more' }],
  ['/virtual-run/f/asha-kd83', { page: '/virtual-run/:more' }],
])('WEB-97 %s is reported as a pattern; an id only of items and posts', (path, expected) => {
  expect(pageOf(path)).toEqual(expected);
});
