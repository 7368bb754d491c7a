import { beforeEach, describe, expect, it } from '@jest/globals';
import type { BenefitProperties } from '../../../src/features/billing/benefits/benefit.events.ts';
import { grantDecider } from '../../../src/features/billing/grants/grant.decider.ts';
import { grantsStream, type GrantEvent } from '../../../src/features/billing/grants/grant.events.ts';
import { isLive } from '../../../src/features/billing/grants/grants-state.rules.ts';
import { GrantService } from '../../../src/features/billing/grants/grants.service.ts';
import type { SubscriptionEvent } from '../../../src/features/billing/subscriptions/subscription.events.ts';
import { KeyedLock } from '../../../src/kernel/coordination/keyed-lock.ts';
import { startContext, type Command } from '../../../src/kernel/writing/command.ts';
import { fold } from '../../../src/kernel/writing/decider.ts';
import { NOW, recorded } from '../../support/given.ts';
import { ManualClock } from '../../support/kernel.ts';

const scope = { subscriptionId: 's1', orderId: null };
const price = { id: 'q1', amountType: 'free' } as const;
const subscribed: SubscriptionEvent = {
  type: 'SubscriptionCreated',
  data: {
    ...{ subscriptionId: 's1', organizationId: 'o1', customerId: 'c1', currency: 'eur', recurringInterval: 'month' },
    ...{ items: [{ productId: 'x1', price, quantity: 1 }], discount: null, trial: null, checkoutId: 'k1' },
    ...{ paymentMethodId: null, activeClaim: null, billingAddress: null, billingName: null, customFieldData: {} },
    ...{ metadata: {}, anchorDay: 31, startedAt: NOW, currentPeriodEnd: '2026-02-28T10:00:00.000Z' },
  },
};
const files = (...ids: string[]): BenefitProperties => ({ type: 'downloadables', files: ids, archived: {} });

/** What the seller may change at any time: the product's benefits, their terms, and the customer. */
interface Catalog {
  now: string[];
  before: string[];
  terms: Record<string, BenefitProperties>;
  isCustomerDeleted: boolean;
}

describe('aligning the grants of a purchase', () => {
  let catalog: Catalog;
  let log: Map<string, GrantEvent[]>;
  let sent: string[];
  let changes: ((catalog: Catalog) => void)[];
  let grants: GrantService;

  beforeEach(() => {
    catalog = {
      now: ['manual'],
      before: [],
      terms: { manual: files('f1'), source: files('f2') },
      isCustomerDeleted: false,
    };
    [log, sent, changes] = [new Map(), [], []];
    const executor = { history: async () => [recorded(subscribed)] };
    const execute = async ({ type, data, context }: Command<string, { customerId: string; benefitId: string }>) => {
      const stream = grantsStream(data.customerId, data.benefitId);
      const past = log.get(stream) ?? [];
      const { now, machineNow } = context;
      const events = grantDecider.decide({ type, data, now, machineNow } as never, fold(grantDecider, past));
      log.set(stream, [...past, ...(events as GrantEvent[])]);
      sent.push(`${type} ${data.benefitId}`);
      // The seller is quicker than what follows.
      changes.shift()?.(catalog);
    };
    const benefits = async (ids: readonly string[]) =>
      ids.flatMap((id) => {
        const terms = catalog.terms[id];
        return terms ? [{ id, type: terms.type, terms }] : [];
      });
    grants = new GrantService(
      executor as never,
      { execute } as never,
      {} as never,
      new KeyedLock(),
      { benefitsEver: async () => ({ now: catalog.now, before: catalog.before }) } as never,
      { live: benefits } as never,
      { folded: async () => ({ deleted_at: catalog.isCustomerDeleted ? NOW : null }) } as never,
      {} as never,
      {} as never,
      {} as never,
    );
  });

  const align = () => grants.align(scope, startContext({ kind: 'system', id: 'grants' }, new ManualClock()));
  /** What the customer holds now, by benefit. */
  const held = () =>
    Object.fromEntries(
      [...log.values()].flatMap((events) =>
        Object.values(fold(grantDecider, events).grants)
          .filter(isLive)
          .map(({ benefitId, properties }) => [benefitId, properties.files]),
      ),
    );

  it('gives what the product has, once', async () => {
    await align();
    expect(held()).toEqual({ manual: ['f1'] });
    expect(sent).toEqual(['GrantBenefit manual']);
  });

  it('revokes what the product had before', async () => {
    await align();
    Object.assign(catalog, { now: ['source'], before: ['manual'] });
    await align();
    expect(held()).toEqual({ source: ['f2'] });
  });

  it('revokes what the product loses meanwhile', async () => {
    changes.push((one) => Object.assign(one, { now: [], before: ['manual'] }));
    await align();
    expect(held()).toEqual({});
  });

  it('gives what the product gets meanwhile', async () => {
    changes.push((one) => one.now.push('source'));
    await align();
    expect(held()).toEqual({ manual: ['f1'], source: ['f2'] });
  });

  it('gives what a benefit includes meanwhile, however often that changes', async () => {
    changes.push(
      ({ terms }) => (terms['manual'] = files('f1', 'f3')),
      () => undefined,
      ({ terms }) => (terms['manual'] = files('f4')),
    );
    await align();
    expect(held()).toEqual({ manual: ['f4'] });
  });

  it('revokes everything of a customer who is deleted meanwhile', async () => {
    changes.push((one) => (one.isCustomerDeleted = true));
    await align();
    expect(held()).toEqual({});
  });
});
