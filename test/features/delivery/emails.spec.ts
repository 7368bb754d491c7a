import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SMTPServer } from 'smtp-server';
import type { AddressInfo } from 'node:net';
import type { EmailDocument } from '../../../src/features/delivery/emails/email.projection.ts';
import { emailProjection } from '../../../src/features/delivery/emails/email.projection.ts';
import { emailStream, type EmailOutcome } from '../../../src/features/delivery/emails/email.events.ts';
import { EmailWorker } from '../../../src/features/delivery/emails/email.worker.ts';
import { VAULT } from '../../../src/app/tokens.ts';
import { upToEnd, type StoredEvent } from '../../../src/kernel/ports/event-store.ts';
import type { Vault } from '../../../src/kernel/ports/vault.ts';
import { collectionOf } from '../../../src/kernel/reading/projection.ts';
import { organizationToken, post, signUp } from '../../support/accounts.ts';
import { startApp, type TestApp, WITHOUT_SANDBOX } from '../../support/app.ts';
import { polar } from '../../support/sellers.ts';
import { until } from '../../support/until.ts';

interface OutboxMail {
  kind: string;
  to: string;
  subject: string;
  url?: string;
  token?: string;
  organizationId?: string;
  text: string;
  html: string;
  at: string;
}

async function outbox(app: TestApp, query: Record<string, string> = {}): Promise<OutboxMail[]> {
  const answer = await fetch(`${app.url}/sandbox/outbox?${new URLSearchParams(query)}`);
  expect(answer.status).toBe(200);
  return (await answer.json()) as OutboxMail[];
}

async function mailsOf(app: TestApp): Promise<EmailDocument[]> {
  const found: EmailDocument[] = [];
  for await (const { document } of app.ports.documents.each<EmailDocument>(collectionOf(emailProjection)))
    found.push(document);
  return found;
}

/** A new user who requested the mail that verifies their address. */
async function newcomer(app: TestApp, name = 'Ada'): Promise<string> {
  const { email, cookie } = await signUp(app, { name });
  await post(app, '/api/auth/send-verification-email', { email }, cookie);
  return email;
}

describe('the outbox', () => {
  let app: TestApp;

  beforeAll(async () => {
    // Later than any other mail in this program, of which its outbox shows the newest first.
    app = await startApp({ whole: true, at: '2040-01-01T12:00:00.000Z' });
  });
  afterAll(() => app.close());

  it('shows a requested mail with its link and token', async () => {
    const email = await newcomer(app, 'Ann');
    const mails = await outbox(app, { to: email.toUpperCase(), kind: 'verify-email' });
    expect(mails).toMatchObject([{ kind: 'verify-email', to: email, subject: 'Verify your e-mail address' }]);
    const [{ url, token, text, html, at }] = mails as [OutboxMail];
    expect(url).toContain(`${app.url}/api/auth/verify-email?token=${token}`);
    expect(text).toContain(url);
    expect(html).toContain('Hello Ann');
    expect(Date.parse(at)).not.toBeNaN();
    const verified = await fetch(url!, { redirect: 'manual' });
    expect(verified.status).toBe(302);
  });

  it('lists mails oldest first, to one address or of one kind', async () => {
    const [first, second] = [await newcomer(app), await newcomer(app)];
    const to = (await outbox(app)).map((mail) => mail.to);
    expect(to.indexOf(first)).toBeLessThan(to.indexOf(second));
    expect(await outbox(app, { to: first })).toHaveLength(1);
    expect(await outbox(app, { to: first, kind: 'receipt' })).toEqual([]);
  });

  it('answers a page, newest first, of mails whose address or subject contains a text', async () => {
    const page = async (query: Record<string, string>) => {
      const answer = await fetch(`${app.url}/sandbox/outbox/page?${new URLSearchParams(query)}`);
      return { status: answer.status, ...((await answer.json()) as { items: OutboxMail[]; pagination: object }) };
    };
    const [first, second] = [await newcomer(app), await newcomer(app)];
    const all = await outbox(app);
    const newest = await page({ limit: '1' });
    // With those of earlier specs in this program, whose texts are kept no longer.
    const sent = (await mailsOf(app)).filter(({ status }) => status === 'sent');
    expect(newest).toMatchObject({ items: [{ to: second }], pagination: { total_count: sent.length } });
    expect((await page({ limit: '1', page: '2' })).items).toEqual([all.at(-2)]);
    expect((await page({ query: first.slice(2).toUpperCase() })).items.map(({ to }) => to)).toEqual([first]);
    expect((await page({ query: 'VERIFY your', limit: '100' })).items).toEqual(
      all.filter(({ kind }) => kind === 'verify-email').toReversed(),
    );
    expect((await page({ query: 'verify', limit: '1', page: '2' })).items).toMatchObject([{ to: first }]);
    const receipts = await page({ query: first, kind: 'receipt' });
    expect(receipts.pagination).toEqual({ total_count: 0, max_page: 0 });
    const nobodys = { organization_id: '00000000-0000-4000-8000-000000000000' };
    expect((await page(nobodys)).items).toEqual([]);
    for (const wrong of [{ page: '0' }, { page: 'x' }, { limit: '101' }, { organization_id: 'x' }])
      expect((await page(wrong as unknown as Record<string, string>)).status).toBe(422);
  });

  it('keeps the token out of the log, and out of the Vault once the mail is sent', async () => {
    const email = await newcomer(app);
    const [{ token }] = (await outbox(app, { to: email })) as [OutboxMail];
    const { id } = (await mailsOf(app)).find(({ to }) => to === email)!;
    const stored = JSON.stringify(await app.ports.store.read(emailStream(id)));
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(email);
    expect(await app.ports.vault.getMany([`email-token/${id}`])).toEqual(new Map());
  });

  it('has one receipt per order', async () => {
    const { token, organizationId } = await organizationToken(app, 'products:write', 'checkouts:write');
    const client = polar(app.url, token);
    const { id } = await client.products.create({
      name: 'Ledger Pro',
      recurringInterval: null,
      prices: [{ amountType: 'fixed', priceAmount: 1990, priceCurrency: 'usd' }],
    });
    const { clientSecret } = await client.checkouts.create({ products: [id] });
    await client.checkouts.clientConfirm({
      clientSecret,
      checkoutConfirmStripe: {
        customerEmail: 'receiver@example.com',
        customerName: 'Bo',
        customerBillingAddress: { country: 'DE' },
        confirmationTokenId: 'ctoken_ok',
      },
    });
    const mails = await outbox(app, { to: 'receiver@example.com' });
    expect(mails).toMatchObject([{ kind: 'receipt', organizationId, subject: 'Your receipt from Nordlicht' }]);
    for (const words of ['Hello Bo', 'Ledger Pro', '$19.90']) expect(mails[0]!.text).toContain(words);
  });

  it('answers only requests from this machine', async () => {
    const answer = await fetch(`${app.url}/sandbox/outbox`, { headers: { 'x-forwarded-for': '10.0.0.1' } });
    expect(answer.status).toBe(404);
  });
});

describe('without the sandbox and without SMTP', () => {
  it('schedules no mails and has no outbox', async () => {
    const app = await startApp({ env: WITHOUT_SANDBOX });
    const { email, cookie } = await signUp(app);
    await app.runtime.settled();
    expect((await mailsOf(app)).filter(({ to }) => to === email)).toEqual([]);
    await expect(post(app, '/api/auth/send-verification-email', { email }, cookie)).rejects.toThrow(
      'VERIFICATION_EMAIL_ISNT_ENABLED',
    );
    expect((await fetch(`${app.url}/sandbox/outbox`)).status).toBe(404);
    await app.close();
  });
});

describe('with SMTP', () => {
  let app: TestApp;
  let server: SMTPServer;
  const received: string[] = [];
  /** Reply codes for the next mails; 250 once they are used up. */
  const replies: number[] = [];

  beforeAll(async () => {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, _session, done) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const responseCode = replies.shift();
          if (responseCode !== undefined)
            return done(Object.assign(new Error('nobody@example.com is not here'), { responseCode }));
          received.push(Buffer.concat(chunks).toString());
          done();
        });
      },
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    const { port } = server.server.address() as AddressInfo;
    const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Tillbook <billing@tillbook.example>' };
    app = await startApp({ own: true, env });
  });
  afterAll(async () => {
    await app.close();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });

  const outcomeEvents = async (): Promise<StoredEvent[]> => {
    const log: StoredEvent[] = [];
    for await (const batch of upToEnd(app.ports.store, undefined)) log.push(...batch);
    return log.filter(({ type }) => type === 'EmailOutcomesRecorded');
  };
  const outcomes = async () => (await outcomeEvents()).flatMap(({ data }) => data.outcomes as EmailOutcome[]);
  const mailTo = async (email: string) => (await mailsOf(app)).find(({ to }) => to === email);
  /** Waits until the log has the outcome. */
  const becomes = async (email: string, status: EmailDocument['status'], attempts = 1) => {
    const is = async () => {
      app.clock.advanceMachine(6);
      const mail = await mailTo(email);
      return mail?.status === status && mail.attempts === attempts;
    };
    await until(is, `the mail to be ${status}`);
  };

  it("sends the mail in text and HTML, with the mail's id in its Message-ID", async () => {
    const email = await newcomer(app);
    await becomes(email, 'sent');
    const mail = received.find((text) => text.includes(`To: ${email}`))!;
    const { id } = (await mailTo(email))!;
    expect(mail).toContain(`Message-ID: <${id}@tillbook.example>`);
    expect(mail).toContain('From: Tillbook <billing@tillbook.example>');
    for (const part of ['text/plain', 'text/html', 'api/auth/verify-email']) expect(mail).toContain(part);
    expect(await outbox(app)).toEqual([]);
  });

  it('retries a temporary failure under the same id', async () => {
    replies.push(421);
    const email = await newcomer(app);
    await becomes(email, 'sent', 2);
    const { id } = (await mailTo(email))!;
    expect(received.filter((text) => text.includes(`<${id}@`))).toHaveLength(1);
    const recorded = (await outcomes()).filter(({ emailId }) => emailId === id);
    expect(recorded).toMatchObject([
      { result: 'delayed', attempts: 1, error: 'SMTP 421' },
      { result: 'sent', attempts: 2, error: null },
    ]);
  });

  it('knows why a mail waits', async () => {
    const why = () => app.app.get(EmailWorker).why();
    replies.push(421, 421);
    const email = await newcomer(app);
    await becomes(email, 'waiting');
    expect(await why()).toBe('SMTP 421');
    await becomes(email, 'sent', 3);
    expect(await why()).toBeNull();
  });

  it('gives up when the address is rejected, without personal data in the log', async () => {
    replies.push(550);
    const email = await newcomer(app);
    await becomes(email, 'given_up');
    const { id, error } = (await mailTo(email))!;
    expect(error).toBe('SMTP 550');
    expect(JSON.stringify([await app.ports.store.read(emailStream(id)), await outcomes()])).not.toContain('nobody@');
    expect(await app.ports.vault.getMany([`email-token/${id}`])).toEqual(new Map());
  });

  it('sends mails that the queue has lost', async () => {
    const { jobs } = app.ports;
    const wake = jobs.wake.bind(jobs);
    jobs.wake = () => Promise.resolve();
    const email = await newcomer(app);
    jobs.wake = wake;
    await becomes(email, 'sent');
    expect(received.filter((text) => text.includes(`To: ${email}`))).toHaveLength(1);
  });

  it('has an event for many mails in the log, and none for an attempt', async () => {
    const before = (await outcomeEvents()).length;
    const emails = await Promise.all(Array.from({ length: 5 }, () => newcomer(app)));
    await until(() => emails.every((email) => received.some((text) => text.includes(`To: ${email}`))), 'the mails');
    for (const email of emails) await becomes(email, 'sent');
    expect((await outcomeEvents()).length - before).toBeLessThan(5);
    for (const { id } of await mailsOf(app))
      expect((await app.ports.store.read(emailStream(id))).map(({ type }) => type)).toEqual(['EmailScheduled']);
  });

  it('sends no mail again whose worker ended before it noted the outcome, or that is woken later', async () => {
    const email = await newcomer(app);
    await until(() => received.some((text) => text.includes(`To: ${email}`)), 'the mail');
    const vault = app.app.get<Vault>(VAULT);
    const { id } = (await mailTo(email))!;
    const noted = async () =>
      (await vault.list('email-outcome/', 'email-outcome/~', 100)).find((key) => key.includes(id));
    await until(async () => (await noted()) !== undefined, 'the outcome to be noted');
    await vault.delete((await noted())!);
    const worker = app.app.get(EmailWorker, { strict: false });
    expect(await worker.due()).not.toContain(id);
    app.clock.advanceMachine(61);
    await becomes(email, 'sent');
    await worker.handle(id);
    await app.runtime.settled();
    app.clock.advanceMachine(2 * 86_400 + 60);
    await worker.handle(id);
    app.clock.advanceMachine(11);
    await until(async () => (await noted()) === undefined, 'no outcome left to record');
    expect(received.filter((text) => text.includes(`To: ${email}`))).toHaveLength(1);
    expect((await outcomes()).filter(({ emailId }) => emailId === id)).toHaveLength(1);
  });
});
