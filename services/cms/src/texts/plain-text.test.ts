import { expect, it } from 'vitest';
import { hasContent, mailText, plainText } from './plain-text.ts';
import { sanitizeRichText } from './sanitize.ts';

it.each([
  ['<h1>Big</h1><p>t</p>', 'Big t'],
  ['<h2>Big</h2><p>t</p>', 'Big t'],
  ['text<p>block</p>text', 'text block text'],
  ['<div>one</div><div>two</div>', 'one two'],
  ['<table><tr><td>one</td><td>two</td></tr></table>', 'one two'],
  ['one<br>two<br />three<hr>four', 'one two three four'],
  ['<ul><li>one</li><li>two</li></ul>three', 'one two three'],
  ['<figure><img src="/api/cms/images/a.png"><figcaption>one</figcaption></figure>two', 'one two'],
  ['<p>w<strong>or</strong>d &amp; &lt;b&gt; &amp;lt;</p>', 'word & <b> &lt;'],
  ['<script>alert(1)</script>x', 'x'],
])('the words of %s are %j, also after it was sanitised (CMS-19)', (html, words) => {
  expect(plainText(html)).toBe(words);
  expect(plainText(sanitizeRichText(html))).toBe(words);
});

it.each([
  '',
  ' ',
  '<p><br></p>',
  '<p> </p>',
  '<p>&nbsp;</p>',
  '&#8203;',
  '<ul><li></li></ul><hr>',
  '<img src="x">',
])('%j shows nothing (CMS-18)', (html) => {
  expect(hasContent(sanitizeRichText(html))).toBe(false);
});

it.each(['<p>a</p>', '<p>।</p>', '🌈', '<p><img src="/api/cms/images/a.png"></p>'])(
  '%s shows something',
  (html) => {
    expect(hasContent(sanitizeRichText(html))).toBe(true);
  },
);

it.each([
  ['<h2>Title</h2><p>One<br>two</p>\n<p>three</p>', 'Title\n\nOne\ntwo\n\nthree'],
  ['<p>a</p><ul><li>one</li><li>two</li></ul><p>b</p>', 'a\n\none\ntwo\n\nb'],
  [
    'Read <a href="https://example.org/x?a=1&amp;b=2"><em>this</em></a>.',
    'Read this (https://example.org/x?a=1&b=2).',
  ],
  ['<a href="/blogs/a">a post</a>', 'a post (https://house.test/blogs/a)'],
  ['<a href="https://example.org/">https://example.org</a>', 'https://example.org'],
  ['<a href="https://example.org/">example.org</a>', 'example.org'],
  ['<a href="mailto:desk@example.org">desk@example.org</a>', 'desk@example.org'],
  ['<a href="mailto:desk@example.org">write</a>', 'write (desk@example.org)'],
  ['<a href="https://example.org/x"><img src="/api/cms/images/a.png"></a>', 'https://example.org/x'],
  ['<a href="#top">up</a> <a>bare</a> <a href="javascript:x">no</a>', 'up bare no'],
  ['<p>1 &lt; 2 &amp;amp;</p>', '1 < 2 &amp;'],
])('the text part of %s is %j', (html, text) => {
  expect(mailText(html, 'https://house.test/')).toBe(text);
});
