import { describe, expect, it } from '@jest/globals';
import { validateEvent } from '@polar-sh/sdk/webhooks.js';
import { Webhook } from 'standardwebhooks';
import { GuardedOutgoing, isPublic } from '../../../src/adapters/outgoing/guarded-outgoing.ts';
import { verifyEmailMail } from '../../../src/features/accounts/users/email/account.mails.ts';
import { invitationMail } from '../../../src/features/accounts/organizations/invitations/invitation.mails.ts';
import { emailDecider } from '../../../src/features/delivery/emails/email.decider.ts';
import type { EmailEvent } from '../../../src/features/delivery/emails/email.events.ts';
import { emailProjection } from '../../../src/features/delivery/emails/email.projection.ts';
import { MailCatalogue } from '../../../src/features/delivery/emails/mail.catalogue.ts';
import { endpointDecider } from '../../../src/features/delivery/webhooks/webhook-endpoint.decider.ts';
import { webhookQueueProjection } from '../../../src/features/delivery/webhooks/webhook-queue.projection.ts';
import { newSecret, signedHeaders } from '../../../src/features/delivery/webhooks/signature.ts';
import type { DomainEvent } from '../../../src/kernel/writing/events.ts';
import { features } from '../../../src/app.module.ts';
import { WebhookCatalogue, WIRE_TYPES } from '../../../src/features/delivery/webhooks/webhook.catalogue.ts';
import { webhookDecider } from '../../../src/features/delivery/webhooks/webhook.decider.ts';
import type { EndpointEvent, WebhookEvent } from '../../../src/features/delivery/webhooks/webhook.events.ts';
import { webhookProcess } from '../../../src/features/delivery/webhooks/webhook.process.ts';
import { webhookProjection } from '../../../src/features/delivery/webhooks/webhook.projection.ts';
import { blocksLater, nextAttempt } from '../../../src/features/delivery/webhooks/webhook.schedule.ts';
import type { MailPlace, MailTemplate, MailValues } from '../../../src/kernel/reacting/mails.ts';
import { addSeconds } from '../../../src/kernel/ports/clock.ts';
import { documentsOf, NOW, recorded, specOf } from '../../support/given.ts';

const mail = {
  emailId: 'm1',
  kind: 'verify-email',
  person: 'user:u1',
  organizationId: null,
  to: 'Ann@example.com',
  values: { name: 'Ann', callbackURL: '/', hours: 1 },
} as const;
const mailScheduled: EmailEvent = { type: 'EmailScheduled', data: { ...mail, at: NOW } };
const inviter = { inviterName: 'Bob', inviterEmail: 'bob@example.com' };
const invitationScheduled: EmailEvent = {
  type: 'EmailScheduled',
  data: {
    ...mail,
    kind: 'invitation',
    values: { invitationId: 'i1', organizationName: 'Acme', role: 'member', hours: 48 },
    mentioned: 'user:u9',
    mentionedValues: inviter,
    at: NOW,
  },
};
const attemptOf = (attempt: number, error: string | null = null, permanent = false) =>
  ({ type: 'RecordEmailAttempt', data: { emailId: 'm1', attempt, error, permanent } }) as const;
const mailFailed = (attempt: number, seconds: number | null): EmailEvent => ({
  type: 'EmailFailed',
  data: {
    emailId: 'm1',
    at: NOW,
    attempt,
    error: 'SMTP 421',
    nextAttemptAt: seconds === null ? null : addSeconds(NOW, seconds),
  },
});
const mailSent: EmailEvent = { type: 'EmailSent', data: { emailId: 'm1', at: NOW, attempt: 1 } };

describe('the email decider', () => {
  const given = specOf(emailDecider);

  it('schedules once', () => {
    given().when({ type: 'ScheduleEmail', data: mail }).then(mailScheduled);
    given(mailScheduled).when({ type: 'ScheduleEmail', data: mail }).then();
  });

  it('separates the values that identify another person', () => {
    const values = { ...inviter, invitationId: 'i1', organizationName: 'Acme', role: 'member', hours: 48 };
    const mentions = { person: 'user:u9', values: ['inviterName', 'inviterEmail'] } as const;
    given()
      .when({ type: 'ScheduleEmail', data: { ...mail, kind: 'invitation', values, mentions } })
      .then(invitationScheduled);
  });

  it('is sent once', () => {
    given(mailScheduled).when(attemptOf(1)).then(mailSent);
    given(mailScheduled, mailSent).when(attemptOf(1)).then();
    given(mailScheduled, mailSent).when(attemptOf(2)).then();
  });

  it('retries with back-off, at most ten times', () => {
    given(mailScheduled).when(attemptOf(1, 'SMTP 421')).then(mailFailed(1, 10));
    given(mailScheduled, mailFailed(1, 10)).when(attemptOf(2, 'SMTP 421')).then(mailFailed(2, 20));
    given(mailScheduled, mailFailed(9, 2560)).when(attemptOf(10, 'SMTP 421')).then(mailFailed(10, null));
  });

  it('gives up at once when a retry would not help', () =>
    given(mailScheduled)
      .when(attemptOf(1, 'SMTP 421', true))
      .then(mailFailed(1, null)));

  it('counts an attempt by two workers once', () =>
    given(mailScheduled, mailFailed(1, 10)).when(attemptOf(1, 'SMTP 421')).then());
});

describe('the emails projection', () => {
  it('keeps the address when a person whom the mail mentions is erased', () => {
    const document = documentsOf(emailProjection, [recorded(invitationScheduled)])['m1']!;
    expect(document.subjects).toEqual([mail.person, 'user:u9']);
    expect(emailProjection.blank!(document, 'user:u9').to).toBe('ann@example.com');
    expect(emailProjection.blank!(document, mail.person).to).toBeNull();
  });

  const ofEvents = (...events: EmailEvent[]) =>
    documentsOf(
      emailProjection,
      events.map((event) => recorded(event, { stream: 'email-m1' })),
    ).m1;

  it('shows when waiting mails are retried, and the order of sent ones', () => {
    expect(ofEvents(mailScheduled)).toMatchObject({ status: 'waiting', next_attempt_at: NOW, to: 'ann@example.com' });
    expect(ofEvents(mailScheduled, mailFailed(1, 10))).toMatchObject({
      attempts: 1,
      next_attempt_at: addSeconds(NOW, 10),
    });
    expect(ofEvents(mailScheduled, mailFailed(1, null))).toMatchObject({ status: 'given_up', next_attempt_at: null });
    const sent = ofEvents(mailScheduled, mailSent)!;
    expect(sent).toMatchObject({
      status: 'sent',
      next_attempt_at: null,
      sent_order: expect.stringMatching(/^\d{20}$/),
    });
  });

  it('blanks the address of an erased person', () =>
    expect(emailProjection.blank!(ofEvents(mailScheduled)!, 'user:u1')).toMatchObject({
      to: null,
      kind: 'verify-email',
    }));
});

describe('the mail templates', () => {
  const templates = features.flatMap(({ mails = [] }) => mails);
  const catalogue = new MailCatalogue(templates);
  const render = <V extends MailValues>({ kind }: MailTemplate<V>, values: V, place: MailPlace) =>
    catalogue.render(kind, values, place)!;

  it('are of different kinds', () => {
    const kinds = templates.map(({ kind }) => kind);
    expect(kinds).toContain('receipt');
    expect(new Set(kinds).size).toBe(kinds.length);
    expect(catalogue.render('of-an-earlier-release', {}, { baseUrl: '', to: '' })).toBeUndefined();
  });

  it('link to the verification with the token', () => {
    const place = { baseUrl: 'http://localhost', to: 'ann@example.com', token: 'a.b.c' };
    const { url, text, html } = render(verifyEmailMail, { name: 'Ann', callbackURL: '/welcome?a=1', hours: 1 }, place);
    expect(url).toBe('http://localhost/api/auth/verify-email?token=a.b.c&callbackURL=/welcome%3Fa%3D1');
    expect(text).toContain(url);
    expect(html).toContain(url!.replaceAll('&', '&#38;'));
  });

  it('link to the invitation with the address that it went to', () => {
    const values = { ...inviter, invitationId: 'i1', organizationName: 'Acme', role: 'member', hours: 48 };
    const { url, text } = render(invitationMail, values, { baseUrl: 'http://localhost', to: 'ann+a@example.com' });
    expect(url).toBe('http://localhost/accept-invitation/i1?email=ann%2Ba%40example.com');
    expect(text).toContain(url);
  });
});

describe('the webhook endpoint decider', () => {
  const given = specOf(endpointDecider);
  const endpoint = {
    endpointId: 'e1',
    organizationId: 'org',
    url: 'https://a.example',
    format: 'raw',
    events: ['order.created'],
    secretId: 's1',
  } as const;
  const created: EndpointEvent = {
    type: 'WebhookEndpointCreated',
    data: { ...endpoint, events: [...endpoint.events] },
  };
  const deleted: EndpointEvent = { type: 'WebhookEndpointDeleted', data: { endpointId: 'e1', organizationId: 'org' } };
  const update = (changes: object) =>
    ({ type: 'UpdateWebhookEndpoint', data: { endpointId: 'e1', ...changes } }) as const;

  it('records only what has changed', () => {
    given(created)
      .when(update({ url: 'https://b.example', events: ['order.created'] }))
      .then({ type: 'WebhookEndpointUpdated', data: { endpointId: 'e1', url: 'https://b.example' } });
    given(created).when(update({})).then();
  });

  it('does not exist once it is deleted', () => {
    given(created, deleted)
      .when(update({ url: 'https://b.example' }))
      .thenRefused('ResourceNotFound');
    given(created, deleted)
      .when({ type: 'DeleteWebhookEndpoint', data: { endpointId: 'e1' } })
      .thenRefused('ResourceNotFound');
  });
});

const message = {
  webhookId: 'w1',
  endpointId: 'e1',
  organizationId: 'org',
  eventId: 'ev1',
  wireType: 'order.created',
  bodySha256: 'digest',
};
const scheduled: WebhookEvent = { type: 'WebhookScheduled', data: { ...message, at: NOW } };
const outcome = (attempt: number, succeeded: boolean) =>
  ({
    type: 'RecordWebhookAttempt',
    data: { webhookId: 'w1', attemptId: `a${attempt}`, attempt, httpCode: succeeded ? 200 : 500, succeeded },
  }) as const;
const attempted = (attempt: number, succeeded: boolean, seconds: number | null): WebhookEvent => ({
  type: 'WebhookAttempted',
  data: {
    ...outcome(attempt, succeeded).data,
    endpointId: 'e1',
    organizationId: 'org',
    at: NOW,
    nextAttemptAt: seconds === null ? null : addSeconds(NOW, seconds),
  },
});
const failures = (count: number) => Array.from({ length: count }, (_, index) => attempted(index + 1, false, 1200));

describe('the webhook decider', () => {
  const given = specOf(webhookDecider);
  const redeliver = { type: 'RedeliverWebhook', data: { webhookId: 'w1' } } as const;
  const requested: WebhookEvent = {
    type: 'WebhookRedeliveryRequested',
    data: { webhookId: 'w1', endpointId: 'e1', at: NOW },
  };

  it('is scheduled once', () => {
    given().when({ type: 'ScheduleWebhook', data: message }).then(scheduled);
    given(scheduled).when({ type: 'ScheduleWebhook', data: message }).then();
  });

  it('is delivered once', () => {
    given(scheduled)
      .when(outcome(1, true))
      .then(attempted(1, true, null));
    given(scheduled, attempted(1, true, null))
      .when(outcome(2, true))
      .then();
  });

  it('is tried ten times', () => {
    given(scheduled)
      .when(outcome(1, false))
      .then(attempted(1, false, 5));
    given(scheduled, ...failures(9))
      .when(outcome(10, false))
      .then(attempted(10, false, null));
  });

  it('is tried ten more times after a redelivery', () => {
    given(scheduled, attempted(1, true, null))
      .when(redeliver)
      .then(requested);
    given(scheduled, ...failures(9), attempted(10, false, null), requested)
      .when(outcome(11, false))
      .then(attempted(11, false, 5));
  });

  it('is not redelivered while it waits to be sent', () => {
    given(scheduled).when(redeliver).then();
    given(scheduled, attempted(1, true, null), requested)
      .when(redeliver)
      .then();
  });
});

describe('the schedule of attempts', () => {
  it('doubles from five seconds to at most twenty minutes', () => {
    const delays = Array.from({ length: 10 }, (_, index) => nextAttempt(index + 1, NOW));
    const seconds = [5, 10, 20, 40, 80, 160, 320, 640, 1200];
    expect(delays).toEqual([...seconds.map((delay) => addSeconds(NOW, delay)), null]);
  });

  it('lets other messages pass after twenty minutes of failing', () => {
    expect(blocksLater(NOW, addSeconds(NOW, 1199))).toBe(true);
    expect(blocksLater(NOW, addSeconds(NOW, 1200))).toBe(false);
  });
});

describe('the webhooks projection', () => {
  it('shows the outcome only when it is final', () => {
    const at = (...events: WebhookEvent[]) =>
      documentsOf(
        webhookProjection,
        events.map((event) => recorded(event)),
      ).w1;
    expect(at(scheduled, attempted(1, false, 5))).toMatchObject({
      succeeded: null,
      last_http_code: 500,
      status: 'pending',
    });
    expect(at(scheduled, ...failures(9), attempted(10, false, null))).toMatchObject({
      succeeded: false,
      status: 'given_up',
    });
    expect(at(scheduled, attempted(1, true, null))).toMatchObject({ succeeded: true, status: 'delivered' });
  });
});

describe('the webhook queue projection', () => {
  const second = (instant: number): string => addSeconds(NOW, instant);
  const schedule = (webhookId: string, at = 0): WebhookEvent => ({
    type: 'WebhookScheduled',
    data: { ...message, webhookId, at: second(at) },
  });
  /** `next`: seconds after NOW; null: over. */
  const attempt = (webhookId: string, attempt: number, at: number, next: number | null): WebhookEvent => ({
    type: 'WebhookAttempted',
    data: {
      ...outcome(attempt, next === null).data,
      webhookId,
      endpointId: 'e1',
      organizationId: 'org',
      at: second(at),
      nextAttemptAt: next === null ? null : second(next),
    },
  });
  const redeliver = (webhookId: string, at: number): WebhookEvent => ({
    type: 'WebhookRedeliveryRequested',
    data: { webhookId, endpointId: 'e1', at: second(at) },
  });
  const gone: EndpointEvent = { type: 'WebhookEndpointDeleted', data: { endpointId: 'e1', organizationId: 'org' } };
  const queueAfter = (...events: (WebhookEvent | EndpointEvent)[]) =>
    documentsOf(webhookQueueProjection, events.map((one) => recorded(one as WebhookEvent)) as never).e1!;
  const dueAfter = (...events: WebhookEvent[]) => queueAfter(...events).due_at;

  it('is due while a message waits, and no longer once all are delivered', () => {
    expect(dueAfter(schedule('w1'))).toBe(second(0));
    expect(dueAfter(schedule('w1'), schedule('w2', 1), attempt('w1', 1, 3, null))).toBe(second(3));
    expect(
      dueAfter(schedule('w1'), schedule('w2', 1), attempt('w1', 1, 3, null), attempt('w2', 1, 4, null)),
    ).toBeNull();
  });

  it('is due at the next attempt of a failing message, however many wait behind it', () => {
    const waiting = Array.from({ length: 50 }, (_, n) => schedule(`w${n + 2}`, n));
    expect(dueAfter(schedule('w1'), attempt('w1', 1, 1, 6), ...waiting)).toBe(second(6));
    expect(dueAfter(schedule('w1'), ...waiting, attempt('w1', 1, 1, 6), attempt('w1', 2, 6, 16))).toBe(second(16));
    expect(dueAfter(schedule('w1'), attempt('w1', 1, 1, 6))).toBe(second(6));
  });

  it('is due for the messages behind once the first has failed for twenty minutes', () => {
    const failing = [schedule('w1'), schedule('w2'), attempt('w1', 1, 10, 15), attempt('w1', 9, 800, 2000)];
    expect(dueAfter(...failing)).toBe(second(10 + 1200));
    const both = [...failing, schedule('w3'), attempt('w2', 1, 1210, 1215), attempt('w2', 9, 1900, 3100)];
    expect(dueAfter(...both)).toBe(second(2000));
    expect(queueAfter(...both, attempt('w1', 10, 2000, null))).toMatchObject({
      due_at: second(1210 + 1200),
      waiting: 1,
      failing: [{ id: 'w2' }],
    });
  });

  it('is due at once after a redelivery request', () => {
    const delivered = [schedule('w1'), attempt('w1', 1, 1, null)];
    expect(dueAfter(...delivered, redeliver('w1', 50))).toBe(second(50));
    expect(dueAfter(...delivered, redeliver('w1', 50), attempt('w1', 2, 51, null))).toBeNull();
    expect(dueAfter(schedule('w1'), attempt('w1', 1, 1, 6), redeliver('w1', 3))).toBe(second(3));
  });

  it('counts waiting messages although redeliveries of an earlier release do not name their endpoint', () => {
    const unnamed: WebhookEvent = { type: 'WebhookRedeliveryRequested', data: { webhookId: 'w1', at: second(2) } };
    const past = [schedule('w1'), attempt('w1', 1, 1, null), unnamed, schedule('w2', 3), attempt('w1', 2, 4, null)];
    expect(queueAfter(...past)).toMatchObject({ waiting: 1, redelivered: 0, due_at: second(4) });
  });

  it('is never due again once the endpoint is deleted', () => {
    expect(queueAfter(schedule('w1'), gone, schedule('w2', 5))).toMatchObject({ due_at: null, failing: [] });
    expect(queueAfter(gone, schedule('w1')).due_at).toBeNull();
  });
});

const declarations = features.flatMap(({ webhooks }) => (webhooks ? [webhooks.announcements] : []));
const catalogue = new WebhookCatalogue(declarations);

describe('the webhook catalogue', () => {
  const announced = (type: string, data: object = {}) => catalogue.wireTypesOf({ type, data });

  it('announces a purchase in the order of the contract', () => {
    expect(announced('SubscriptionCreated')).toEqual([
      'subscription.created',
      'subscription.active',
      'subscription.updated',
      'customer.state_changed',
    ]);
    expect(announced('OrderCreated', { status: 'paid' })).toEqual(['order.created', 'order.updated', 'order.paid']);
    expect(announced('OrderCreated', { status: 'pending' })).toEqual(['order.created']);
    expect(announced('OrderPaid')).toEqual(['order.updated', 'order.paid']);
  });

  it('announces the life of a subscription', () => {
    const changed = (...types: string[]) => [...types, 'customer.state_changed'];
    expect(announced('SubscriptionRenewed')).toEqual(changed('subscription.updated'));
    expect(announced('SubscriptionRenewalFailed')).toEqual(changed('subscription.updated', 'subscription.revoked'));
    expect(announced('SubscriptionCanceled')).toEqual(changed('subscription.updated', 'subscription.canceled'));
    expect(announced('SubscriptionUncanceled')).toEqual(changed('subscription.updated', 'subscription.uncanceled'));
    expect(announced('SubscriptionRevoked', { wasCanceled: false })).toEqual(
      changed('subscription.updated', 'subscription.canceled', 'subscription.revoked'),
    );
    expect(announced('SubscriptionRevoked', { wasCanceled: true })).toEqual(
      changed('subscription.updated', 'subscription.revoked'),
    );
    expect(announced('SubscriptionEnded')).toEqual(changed('subscription.updated', 'subscription.revoked'));
  });

  it('announces no confirmation that starts or fails, no expired checkout, and no event that nobody declares', () => {
    for (const type of ['CheckoutConfirmStarted', 'CheckoutConfirmFailed', 'CheckoutExpired', 'Undeclared'])
      expect(announced(type)).toEqual([]);
    expect(catalogue.eventTypes).not.toContain('CheckoutExpired');
  });

  it('sends one `….updated` for a command, by the last of its events that changes the entity', () => {
    const [updated, prices, archived] = ['ProductUpdated', 'ProductPricesChanged', 'ProductArchived'].map((type) => ({
      type,
      data: {},
    })) as [DomainEvent, DomainEvent, DomainEvent];
    expect(catalogue.wireTypesOf(updated, [prices, archived])).toEqual([]);
    expect(catalogue.wireTypesOf(prices, [archived])).toEqual([]);
    expect(catalogue.wireTypesOf(archived)).toEqual(['product.updated']);
    const created = { type: 'ProductCreated', data: {} };
    expect(catalogue.wireTypesOf(created, [archived])).toEqual(['product.created']);
  });

  it('announces a changed state after every event of a customer, a subscription or a grant', () => {
    const silent = catalogue.eventTypes
      .filter((type) => /^(Customer|Subscription|BenefitGrant)/.test(type))
      .filter((type) => announced(type).at(-1) !== 'customer.state_changed');
    expect(silent).toEqual([]);
    expect(catalogue.customerOf({ type: 'BenefitGranted', data: { customerId: 'c1' } })).toBe('c1');
  });

  it('announces the changed state last and once', () => {
    for (const type of catalogue.eventTypes) {
      const types = announced(type, { status: 'paid' });
      const at = types.indexOf('customer.state_changed');
      expect([-1, types.length - 1]).toContain(at);
    }
  });
});

describe("the features' webhook declarations", () => {
  const typesIn = (data: object) =>
    declarations
      .flatMap((one) => Object.values(one))
      .flatMap((one) => (typeof one?.types === 'function' ? one.types(data) : (one?.types ?? [])));

  it("name the contract's 27 types and no others", () => {
    expect(new Set(WIRE_TYPES).size).toBe(27);
    const declared = [...typesIn({ status: 'paid', wasCanceled: false }), ...typesIn({ status: 'pending' })];
    expect(declared.length).toBeGreaterThan(40);
    expect(declared.filter((type) => !WIRE_TYPES.some((known) => known === type))).toEqual([]);
  });

  it('declare each event once, by the feature that has it', () => {
    const types = declarations.flatMap((one) => Object.keys(one));
    expect(types.filter((type, at) => types.indexOf(type) !== at)).toEqual([]);
    for (const { events = {}, webhooks } of features)
      expect(Object.keys(webhooks?.announcements ?? {}).filter((type) => !(type in events))).toEqual([]);
  });

  it('name one presenter for each entity that is announced, and one for the state of customers', () => {
    const entities = [...typesIn({ status: 'paid' })].map((type) => type.slice(0, type.indexOf('.')));
    const presented = features.flatMap(({ webhooks }) => Object.keys(webhooks?.presenters ?? {}));
    expect([...presented].sort()).toEqual([...new Set(entities)].sort());
    expect(features.filter(({ webhooks }) => webhooks?.customerState)).toHaveLength(1);
  });
});

describe('the webhooks process', () => {
  it('schedules what is announced, in the order of an organization', () => {
    const process = webhookProcess(catalogue);
    const event = recorded(
      { type: 'CustomerUpdated', data: {} },
      { stream: 'customer-c1', revision: 3, organizationId: 'o1' },
    );
    expect(process.react(event)).toMatchObject([{ data: { stream: 'customer-c1', revision: 3 } }]);
    expect(process.key!(event)).toBe('o1');
    expect(process.react(recorded({ type: 'OrderPaymentFailed', data: {} }))).toEqual([]);
  });
});

describe('webhook signatures', () => {
  const body = JSON.stringify({ type: 'benefit.created', data: {} });
  const now = Math.floor(Date.now() / 1000);

  it('of a whsec_ secret are accepted by both libraries', () => {
    const secret = newSecret();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]+=*$/);
    const headers = signedHeaders('w1', now, body, secret);
    expect(headers['webhook-signature']!.split(' ')).toHaveLength(2);
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => validateEvent(body, headers, secret)).toThrow('Failed to parse event');
  });

  it('of any other secret use its UTF-8 bytes', () => {
    const headers = signedHeaders('w1', now, body, 'schlüssel');
    expect(headers['webhook-signature']).toMatch(/^v1,\S+$/);
    expect(() => validateEvent(body, headers, 'schlüssel')).toThrow('Failed to parse event');
    expect(() => validateEvent(body, headers, 'another')).toThrow('No matching signature found');
  });
});

describe('the guard of outgoing requests', () => {
  it('refuses every address that is not on the public internet', () => {
    const refused = ['127.0.0.1', '10.0.0.1', '172.16.3.4', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'];
    const refused6 = [
      '::1',
      '::',
      'fe80::1',
      'fc00::1',
      'ff02::1',
      '::ffff:127.0.0.1',
      '2002:7f00:1::',
      '64:ff9b::7f00:1',
      '::7f00:1',
      '::a9fe:a9fe',
      '::127.0.0.1',
      '::8.8.8.8',
      'fec0::1',
      '64:ff9b:1::1',
    ];
    for (const address of [...refused, '224.0.0.1', '255.255.255.255', ...refused6])
      expect({ address, public: isPublic(address) }).toEqual({ address, public: false });
    for (const address of ['93.184.216.34', '2606:2800:220:1::1', '::ffff:93.184.216.34'])
      expect(isPublic(address)).toBe(true);
  });

  it('refuses http, private literals, and names with any private address', async () => {
    const resolve = async () => [
      { address: '93.184.216.34', family: 4 },
      { address: '10.0.0.7', family: 4 },
    ];
    const outgoing = new GuardedOutgoing({ allowPrivate: false, resolve });
    const post = (url: string) => outgoing.post(url, {}, '{}');
    await expect(post('http://a.example/')).rejects.toThrow('Only https');
    for (const url of ['https://127.0.0.1/', 'https://[::1]/', 'https://2130706433/', 'https://a.example/'])
      await expect(post(url)).rejects.toThrow('not on the public internet');
  });
});
