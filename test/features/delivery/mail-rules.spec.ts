import { describe, expect, it } from '@jest/globals';
import { contrast } from '../../../src/features/accounts/organizations/accent.rules.ts';
import { MailCatalogue } from '../../../src/features/delivery/emails/mail.catalogue.ts';
import { displayName, type MailSender } from '../../../src/features/delivery/emails/mail-sender.rules.ts';
import type { MailBlock, MailTemplate } from '../../../src/kernel/reacting/mails.ts';

const SENDER: MailSender = {
  name: 'Greta’s Press',
  replyTo: 'greta@example.com',
  logoUrl: 'https://shop.example/media/1/logo.png',
  imprint: 'Greta Press Ltd\n1 Main Street\nOakland',
};

function rendered(blocks: readonly MailBlock[], sender?: MailSender) {
  const template: MailTemplate<{ sender?: MailSender }> = {
    kind: 'x',
    contentOf: () => ({ subject: 'S', title: 'T', blocks }),
  };
  const place = { baseUrl: 'https://shop.example', to: 'a@example.com' };
  return new MailCatalogue([template]).render('x', sender ? { sender } : {}, place)!;
}

describe('the sender of a mail', () => {
  it('is the seller, to whom answers go, with name, picture and imprint', () => {
    const { from, replyTo, text, html } = rendered([{ text: 'Hello' }], SENDER);
    expect([from, replyTo]).toEqual(['Greta’s Press', 'greta@example.com']);
    expect(text).toBe(
      'T\n\nHello\n\n-- \nGreta Press Ltd\n1 Main Street\nOakland\nReply to this mail to write to Greta’s Press.\n',
    );
    expect(html).toContain('<img class="logo" src="https://shop.example/media/1/logo.png" alt="Logo of Greta’s Press"');
    expect(html).toContain('Greta Press Ltd<br>1 Main Street<br>Oakland<br>Reply to this mail');
  });

  it('is the installation where a mail names none', () => {
    const mail = rendered([{ text: 'Hello' }]);
    expect(mail).not.toHaveProperty('from');
    expect(mail).not.toHaveProperty('replyTo');
    expect(mail.text).toBe('T\n\nHello\n');
    expect(mail.html).not.toContain('<img');
  });

  it('has no address for answers, and offers none, unless there is one', () => {
    const mail = rendered([{ text: 'Hello' }], { ...SENDER, replyTo: null, logoUrl: null });
    expect(mail).not.toHaveProperty('replyTo');
    expect(mail.text + mail.html).not.toMatch(/Reply to|<img/);
  });

  it.each([
    ['Greta’s Press', 'Greta’s Press'],
    ['A "B", C', 'A "B", C'],
    ['A\r\nBcc: x@example.com', 'A Bcc: x(at)example.com'],
    ['support@bank.example', 'support(at)bank.example'],
    ['Bank <no-reply@bank.example>', 'Bank no-reply(at)bank.example'],
    ['\u202egnissim\u0000\u2028x', 'gnissim x'],
    ['  株式会社  日本 ', '株式会社 日本'],
    ['\u200b\n', undefined],
    ['x'.repeat(300), 'x'.repeat(100)],
  ])('%j stands in a header as %j', (name, shown) => {
    expect(displayName(name)).toBe(shown);
  });

  it('cannot bring markup or another header', () => {
    const name = '<img src=x onerror=alert(1)>\r\nBcc: y@example.com';
    const { from, html } = rendered([{ text: '<script>' }], { ...SENDER, name, imprint: '"><b>', logoUrl: '"><i>' });
    expect(from).not.toMatch(/[\r\n<>@]/);
    expect(html).not.toMatch(/<img src=x|<script>|<b>|<i>/);
  });
});

describe('the parts of a mail', () => {
  const bill: MailBlock = {
    bill: [
      { label: 'Remaining time on Letter club', amount: '-$8.71', detail: '12 Nov 2026 to 1 Dec 2026' },
      { label: 'A product with a name that is longer than its column in plain text', amount: '$21.77' },
      { label: 'Total', amount: '$13.06', isTotal: true },
    ],
  };

  it('have a line for each of a bill, with amounts one below the other', () => {
    expect(rendered([bill]).text).toBe(
      [
        'T',
        '',
        'Remaining time on Letter club                         -$8.71',
        '  12 Nov 2026 to 1 Dec 2026',
        'A product with a name that is longer than',
        'its column in plain text                              $21.77',
        '------------------------------------------------------------',
        'Total                                                 $13.06',
        '',
      ].join('\n'),
    );
  });

  it('show the same in HTML, with tabular figures', () => {
    const { html } = rendered([bill, { code: 'AB12' }, { facts: [['Before', 'A']] }]);
    expect(html.match(/<tr><td class="line"/g)).toHaveLength(4);
    for (const words of ['-$8.71', '12 Nov 2026 to 1 Dec 2026', '$13.06', 'tabular-nums', 'AB12', 'Before'])
      expect(html).toContain(words);
  });

  it('can be read on light and on dark pages', () => {
    const { html } = rendered([bill, { button: { label: 'Go', url: 'https://x' } }], SENDER);
    const dark = html.slice(html.indexOf('prefers-color-scheme: dark'), html.indexOf('</style>'));
    const light = html.slice(html.indexOf('<body'));
    const hexes = (text: string, property: string) =>
      [...text.matchAll(new RegExp(`[ ;{"]${property}: ?(#[0-9a-f]{6})`, 'g'))].map(([, color]) => color!);
    for (const part of [light, dark]) {
      const [page, slip, ...buttons] = hexes(part, 'background').filter((color) => color !== '#ffffff');
      const [ink, soft] = hexes(part, 'color').filter((color, index, all) => all.indexOf(color) === index);
      for (const [one, other] of [
        [page, ink],
        [slip, ink],
        [slip, soft],
      ])
        expect(contrast(one!, other!)).toBeGreaterThanOrEqual(4.5);
      const text = /background: ?(#[0-9a-f]{6})(?: !important)?; ?color: ?(#[0-9a-f]{6})/g;
      const button = [...part.matchAll(text)].at(-1)!;
      expect(button[1]).toBe(buttons.at(-1));
      expect(contrast(button[1]!, button[2]!)).toBeGreaterThanOrEqual(4.5);
    }
  });
});
