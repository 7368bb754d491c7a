import { describe, expect, it } from '@jest/globals';
import { verifyEmailMail } from '../../../src/features/accounts/users/email/account.mails.ts';
import { invitationMail } from '../../../src/features/accounts/organizations/invitations/invitation.mails.ts';
import { MailCatalogue } from '../../../src/features/delivery/emails/mail.catalogue.ts';
import type { DomainEvent } from '../../../src/kernel/writing/events.ts';
import { features } from '../../../src/app.module.ts';
import { WebhookCatalogue, WIRE_TYPES } from '../../../src/features/delivery/webhooks/webhook.catalogue.ts';
import { webhookProcess } from '../../../src/features/delivery/webhooks/webhook.process.ts';
import type { MailPlace, MailTemplate, MailValues } from '../../../src/kernel/reacting/mails.ts';
import { recorded } from '../../support/given.ts';

const inviter = { inviterName: 'Bob', inviterEmail: 'bob@example.com' };

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

const declarations = features.flatMap(({ webhooks }) => (webhooks ? [webhooks.announcements] : []));
const catalogue = new WebhookCatalogue(declarations);

describe('the webhook catalogue', () => {
  const announced = (type: string, data: object = {}) =>
    catalogue.wireTypesOf({ type, data: { customerId: 'c1', ...data } });

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
    // A grant that is not given yet is announced where its customer has to act.
    const told = { error: { type: 'BenefitActionRequiredError' }, isFirst: true };
    const silent = catalogue.eventTypes
      .filter((type) => /^(Customer|Subscription|BenefitGrant)/.test(type))
      .filter((type) => announced(type, told).at(-1) !== 'customer.state_changed');
    expect(silent).toEqual([]);
    expect(catalogue.customerOf({ type: 'BenefitGranted', data: { customerId: 'c1' } })).toBe('c1');
  });

  it('announces a changed state after what changes a balance of a meter, and not after its price', () => {
    for (const type of ['MeterCredited', 'MeterPeriodClosed', 'MeterUsageCarried', 'MeterUsageKept']) {
      expect([type, announced(type)]).toEqual([type, ['customer.state_changed']]);
      expect(catalogue.customerOf({ type, data: { customerId: 'c1' } })).toBe('c1');
    }
    // What is linked is announced like usage, once a minute.
    for (const type of ['MeterPriceSet', 'MeterUsageLinked']) expect([type, announced(type)]).toEqual([type, []]);
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
