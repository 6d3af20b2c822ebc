import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { headingsOf, parseRichText, plainTextOf } from './parse-rich-text.ts';
import { RichText } from './rich-text.tsx';

const html = (text: string): string => render(<RichText html={text} />).container.innerHTML;

describe('CMS-35: rich text creates allowed elements only', () => {
  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<img src="https://elsewhere.example/x.png">',
    '<svg><script>alert(1)</script></svg>',
    '<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<p style="background:url(//elsewhere.example)" onclick="alert(1)">text</p>',
    '<a href="javascript:alert(1)">text</a>',
    '<a href="java\tscript:alert(1)">text</a>',
    '<a href="data:text/html,<script>alert(1)</script>">text</a>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
    '<form action="//elsewhere.example"><input name="a"><button>text</button></form>',
  ])('%s', (text) => {
    const made = html(text);
    expect(made).not.toMatch(/on\w+=|javascript:|data:|style=|elsewhere/i);
    expect(made).not.toMatch(/<(script|img|svg|math|iframe|form|input|button|style|noscript)/i);
  });

  it('keeps what editors write', () => {
    const made = html(
      '<p lang="hi">एक <strong>दो</strong><br>three</p><ol><li data-list="bullet" class="ql-indent-1 x">a</li></ol><figure><img src="/api/cms/images/a.png" alt="A boat" width="3" height="2"></figure>',
    );
    expect(made).toContain('<p lang="hi">एक <strong>दो</strong><br>three</p>');
    expect(made).toContain('data-list="bullet"');
    for (const attribute of ['src="/api/cms/images/a.png"', 'alt="A boat"', 'width="3"', 'height="2"'])
      expect(made).toContain(attribute);
  });
});

it('links to other sites are announced, and send no referrer', () => {
  render(<RichText html='<p><a href="https://other.example/a">There</a> and <a href="/faq">here</a></p>' />);
  const there = screen.getByRole('link', { name: 'There (opens another site)' });
  expect(there.getAttribute('rel')).toBe('noopener noreferrer');
  expect(screen.getByRole('link', { name: 'here' }).getAttribute('rel')).toBeNull();
});

it('headings have ids for links, in any script, each its own', () => {
  const text = '<h2>दो कमरे!</h2><p>a</p><h3>Rain</h3><h3>Rain</h3>';
  expect(headingsOf(parseRichText(text))).toEqual([
    { id: 'दो-कमरे', text: 'दो कमरे!', level: 2 },
    { id: 'rain', text: 'Rain', level: 3 },
    { id: 'rain-2', text: 'Rain', level: 3 },
  ]);
  render(<RichText html={text} />);
  expect(screen.getAllByRole('heading').map(({ id }) => id)).toEqual(['दो-कमरे', 'rain', 'rain-2']);
});

it('plain text has the words only', () => {
  expect(plainTextOf('<p>A &amp; <b>b</b></p><script>x</script><p>c</p>')).toBe('A & b c');
});
