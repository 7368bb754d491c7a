import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { SmtpMailer } from '../../../src/adapters/smtp/smtp-mailer.ts';
import { startSmtp, type Smtp } from '../../support/smtp.ts';

let smtp: Smtp;
let mailer: SmtpMailer;
let sent = 0;

beforeAll(async () => {
  smtp = await startSmtp();
  mailer = new SmtpMailer(smtp.url, 'Tillbook <billing@tillbook.example>');
});
afterAll(async () => {
  mailer.onApplicationShutdown();
  await smtp.close();
});

/** The headers of a mail, each in one line. */
async function headersOf(given: { from?: string; replyTo?: string; subject?: string }): Promise<string[]> {
  const id = `mail-${(sent += 1)}`;
  const mail = { kind: 'receipt', organizationId: 'o1', to: 'ann@example.com', subject: 'Hi', text: 'Hi', html: 'Hi' };
  await mailer.send({ id, ...mail, ...given, about: {} });
  const { raw, to } = smtp.received.find((one) => one.id === id)!;
  expect(to).toEqual(['ann@example.com']);
  const head = raw.slice(0, raw.indexOf('\r\n\r\n'));
  return head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
}
const named = (headers: string[], name: string) => headers.filter((header) => header.startsWith(`${name}: `));

it('a mail of the installation has its own name, and no other address for answers', async () => {
  const headers = await headersOf({});
  expect(named(headers, 'From')).toEqual(['From: Tillbook <billing@tillbook.example>']);
  expect(named(headers, 'Reply-To')).toEqual([]);
});

it.each([
  ['Nordlicht', 'Nordlicht'],
  ['A "B", C; D', '"A \\"B\\", C; D"'],
  ['Müller, Łódź', '=?UTF-8?Q?M=C3=BCller=2C_=C5=81=C3=B3d=C5=BA?='],
  ['株式会社', '=?UTF-8?B?5qCq5byP5Lya56S+?='],
])('a seller called %s stands before the installation’s address', async (from, shown) => {
  const headers = await headersOf({ from, replyTo: 'seller@example.com' });
  expect(named(headers, 'From')).toEqual([`From: ${shown} <billing@tillbook.example>`]);
  expect(named(headers, 'Reply-To')).toEqual([`Reply-To: ${shown} <seller@example.com>`]);
});

it('no name, address or subject adds a header or a recipient', async () => {
  const nasty = 'x\r\nBcc: eve@example.com\r\n\r\n<b>';
  const headers = await headersOf({ from: nasty, replyTo: 'a@example.com\r\nBcc: eve@example.com', subject: nasty });
  expect(named(headers, 'Bcc')).toEqual([]);
  for (const name of ['From', 'Reply-To', 'To', 'Subject']) expect(named(headers, name)).toHaveLength(1);
});
