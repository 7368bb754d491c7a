import { describe, expect, it } from '@jest/globals';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MarkdownText } from '@/ui/MarkdownText';

const shown = (text: string) =>
  renderToStaticMarkup(createElement(MarkdownText, { text })).replaceAll(/ class="[^"]*"/g, '');
const link = (href: string, words: string) =>
  `<a href="${href}" target="_blank" rel="noopener noreferrer nofollow ugc">${words}</a>`;

describe('a seller’s Markdown', () => {
  it.each([
    ['One line', '<p>One line</p>'],
    ['Two\nlines', '<p>Two<br/>lines</p>'],
    ['Two\n\nparagraphs', '<p>Two</p><p>paragraphs</p>'],
    ['A **bold**, *leaning* ~~mistake~~', '<p>A <strong>bold</strong>, <em>leaning</em> <del>mistake</del></p>'],
    ['- tea\n- milk', '<ul><li>tea</li><li>milk</li></ul>'],
    ['3. tea\n4. milk', '<ol start="3"><li>tea</li><li>milk</li></ol>'],
    ['# Tea & milk', '<p>Tea &amp; milk</p>'],
    ['> said\n> she', '<blockquote><p>said<br/>she</p></blockquote>'],
    ['`a < b`', '<p><code>a &lt; b</code></p>'],
    ['```\na\n  b\n```', '<pre>a\n  b</pre>'],
    ['5 \\* 3 is 15; AT&T; a_b_c', '<p>5 * 3 is 15; AT&amp;T; a_b_c</p>'],
    ['[us](https://example.com/?a=1&b=2)', `<p>${link('https://example.com/?a=1&amp;b=2', 'us')}</p>`],
    ['www.example.com', `<p>${link('http://www.example.com', 'www.example.com')}</p>`],
    ['<a@example.com>', `<p>${link('mailto:a@example.com', 'a@example.com')}</p>`],
    ['![A tree](https://example.com/tree.png)', `<p>${link('https://example.com/tree.png', 'A tree')}</p>`],
  ])('%j is shown as %s', (text, html) => expect(shown(text)).toBe(html));

  it.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](java\nscript:alert(1))',
    '[x](&#106;avascript:alert(1))',
    '[x](\u0001javascript:alert(1))',
    '[x](vbscript:x)',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '[x](file:///etc/passwd)',
    '[x](//example.com)',
    '[x](/account/delete)',
    '<javascript:alert(1)>',
    '![x](javascript:alert(1))',
    '![x](data:image/svg+xml,<svg onload=alert(1)>)',
    '[x][1]\n\n[1]: javascript:alert(1)',
  ])('%j leads nowhere', (text) => expect(shown(text)).not.toContain('<a'));

  it.each([
    '<script>alert(1)</script>',
    'a <b onclick="alert(1)">b</b>',
    '<img src=x onerror=alert(1)>',
    '<iframe src="https://example.com"></iframe>',
    '<style>* { display: none }</style>',
    '<!-- comment -->',
    '<svg><a xlink:href="javascript:alert(1)">x</a></svg>',
    '[a](https://example.com "x\\" onclick=\\"alert(1)")',
    '`</code><script>alert(1)</script>`',
    '```"><script>alert(1)</script>\nx\n```',
    '|a|<script>|\n|-|-|\n|1|2|',
  ])('%j has no markup of its own', (text) => {
    const tags = [...shown(text).matchAll(/<\/?([a-z]+)([^>]*)>/g)];
    for (const [, name, attributes] of tags) {
      expect(['p', 'span', 'a', 'code', 'pre']).toContain(name);
      expect(attributes).not.toMatch(/ on|style|src/);
    }
  });

  const nested = [
    '>',
    '> ',
    '- ',
    '1) ',
    '[',
    '![',
    '*a **b ',
    '_a *b ',
    '`a``',
    '<a ',
    '<',
    '(',
    '[a]: b\n',
    '\\',
    '&#',
    '|a',
  ];

  it.each(nested)('%j over and over is shown, and as deep as a page can be', (part) => {
    const html = shown(part.repeat(20_000 / part.length));
    let [depth, deepest] = [0, 0];
    for (const [, closes, empty] of html.matchAll(/<(\/?)[a-z][^>]*?(\/?)>/g)) {
      if (!empty) depth += closes ? -1 : 1;
      deepest = Math.max(deepest, depth);
    }
    expect(depth).toBe(0);
    expect(deepest).toBeLessThan(30);
  });

  it.each(nested)('%j a million times is not read', (part) => {
    const text = part.repeat(1_000_000);
    expect(shown(text)).toMatch(/^<span>[^<]*<\/span>$/);
  });

  it('keeps what is nested too deep', () => {
    expect(shown(`${'>'.repeat(100)} so deep`)).toContain('so deep');
    expect(shown(`${'*a **b '.repeat(50)}so deep${' b** a*'.repeat(50)}`)).toContain('so deep');
  });
});
