import { crossScriptPairs } from '@satrangi/contracts/testing';
import { expect, it } from 'vitest';
import { matchingBlogs } from './search-blogs.rules.ts';

const post = (title: string, author = '', excerpt = '') => ({ title, author, excerpt });
const titles = (blogs: readonly { title: string }[]) => blogs.map(({ title }) => title);

it('a post is found by its title in another script, after the posts that have the letters (BEY-03)', () => {
  const blogs = [post('बरसात के बाद', 'मीरा'), post('Barsaat'), post('Sapna')];

  expect(titles(matchingBlogs(blogs, 'barsaat'))).toEqual(['Barsaat', 'बरसात के बाद']);
  expect(titles(matchingBlogs(blogs, 'बरसात'))).toEqual(['बरसात के बाद', 'Barsaat']);
  expect(titles(matchingBlogs(blogs, 'meera barsaat'))).toEqual(['बरसात के बाद']);
  expect(titles(matchingBlogs(blogs, 'meera sapna'))).toEqual([]);
  expect(matchingBlogs(blogs, ' ')).toEqual(blogs);
});

it('of 200 titles in five scripts, 190 are found by their other spelling, both ways (BEY-03)', () => {
  for (const [from, to] of [
    [0, 1],
    [1, 0],
  ] as const) {
    const blogs = crossScriptPairs.map((pair) => post(pair[to]));
    const found = crossScriptPairs.filter((pair) =>
      titles(matchingBlogs(blogs, pair[from])).includes(pair[to]),
    );
    expect(found.length).toBeGreaterThanOrEqual(190);
  }
});
