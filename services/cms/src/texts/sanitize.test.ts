import { pageTexts } from '@satrangi/contracts';
import { describe, expect, it } from 'vitest';
import { sanitizeRichText } from './sanitize.ts';

describe('rich text keeps what editors use', () => {
  it.each([
    '<p lang="hi" dir="ltr">बरसात <strong>की</strong> <em>रात</em><br />रात</p>',
    '<h2>One</h2><ul><li class="ql-indent-2" data-list="bullet">two</li></ul>',
    '<a href="https://example.org/x?y=1#z" title="t">x</a>',
    '<a href="mailto:desk@example.org">x</a><a href="tel:+911234567">y</a>',
    '<a href="/faq#refunds">x</a><a href="#top">y</a>',
    '<figure><img src="/api/cms/images/abc_DEF-1.webp" alt="A river" width="3" height="2" /><figcaption>x</figcaption></figure>',
    '<blockquote>x<sup>1</sup><sub>2</sub><bdi>y</bdi></blockquote><hr />',
  ])('%s (CMS-35)', (html) => {
    expect(sanitizeRichText(html)).toBe(html);
  });
});

it.each(pageTexts.filter(({ kind }) => kind === 'html'))(
  'the built-in text of $key is allowed as it is (WEB-108)',
  ({ fallback }) => {
    expect(sanitizeRichText(fallback)).toBe(fallback);
  },
);

const payloads = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<img src="https://elsewhere.example/pixel.gif">',
  '<img src="//elsewhere.example/pixel.gif">',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<img src="/api/cms/images/../../users/profile">',
  '<img src="/api/cms/images/a.png?x=1" onload="alert(1)">',
  '<svg onload=alert(1)><a xlink:href="javascript:alert(1)">x</a></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href=" javascript:alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="//elsewhere.example/x">x</a>',
  '<a href="/\\elsewhere.example/x">x</a>',
  '<a href="\\\\elsewhere.example/x">x</a>',
  '<p style="background:url(https://elsewhere.example)">x</p>',
  '<p class="header evil" onclick="alert(1)" id="x">x</p>',
  '<iframe src="https://elsewhere.example"></iframe>',
  '<object data="x"></object><embed src="x">',
  '<form action="https://elsewhere.example"><input name=x><button formaction="javascript:alert(1)">',
  '<base href="https://elsewhere.example/">',
  '<meta http-equiv="refresh" content="0;url=https://elsewhere.example">',
  '<link rel="stylesheet" href="https://elsewhere.example/x.css">',
  '<style>@import "https://elsewhere.example"</style>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<textarea><img src=x onerror=alert(1)></textarea>',
  '<xmp><img src=x onerror=alert(1)></xmp>',
  '<template><img src=x onerror=alert(1)></template>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<a href="https://ok.example" target="_blank" ping="https://elsewhere.example">x</a>',
];

describe('rich text loses what could run or call out', () => {
  it.each(payloads)('%s (CMS-25, CMS-35)', (html) => {
    const clean = sanitizeRichText(`<p>before</p>${html}`);

    expect(clean).not.toMatch(
      /<(script|svg|math|iframe|object|embed|form|input|button|base|meta|link|style|noscript|textarea|xmp|template)/i,
    );
    expect(clean).not.toMatch(/<[^>]*\s(on\w+|style|srcset|ping|formaction|id|target)\s*=/i);
    expect(clean).not.toMatch(/(href|src)\s*=\s*"[^"]*(script:|data:|elsewhere)/i);
    expect(sanitizeRichText(clean)).toBe(clean);
    expect(clean).toContain('<p>before</p>');
  });
});
