import { describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { customerStateProjection } from '../../../src/features/billing/customer-states/customer-state.projection.ts';
import { subscriptionDecider } from '../../../src/features/billing/subscriptions/subscription.decider.ts';
import { subscriptionProjection } from '../../../src/features/billing/subscriptions/subscription.projection.ts';
import { fold } from '../../../src/kernel/writing/decider.ts';
import type { DomainEvent, Recorded } from '../../../src/kernel/writing/events.ts';
import { readGolden } from '../../golden/golden.ts';
import { SeededRandom } from '../../simulation/random.ts';
import { documentsOf, recorded } from '../../support/given.ts';
import { seedOf, sized } from '../../support/seed.ts';
import { STANDINGS } from '../../support/statuses.ts';

const HISTORIES = sized({ gate: 100, soak: 3_000 });
const FIRST = seedOf(0);
const LONGEST = 12;
const ID = 'x1';
/** All are about one entity. */
const IDS = {
  ...{ subscriptionId: ID, orderId: ID, paymentId: ID, checkoutId: ID, refundId: ID, grantId: ID, licenseKeyId: ID },
  ...{ customerId: 'c1', benefitId: 'b1' },
};

const golden = readGolden(join(process.cwd(), 'test/golden/events.jsonl'));

/** The examples of a type in its present form, as of one entity. */
function examplesOf(type: string): Recorded<DomainEvent>[] {
  const ofType = golden.filter(({ event }) => event.type === type);
  const present = Math.max(...ofType.map(({ event }) => event.metadata.version));
  const examples = ofType.filter(({ event }) => event.metadata.version === present);
  return examples.map(({ expect: data }) => {
    const ids = Object.entries(IDS).filter(([field]) => field in data);
    const scope = 'scope' in data && { scope: { subscriptionId: 's1', orderId: null } };
    return recorded({ type, data: { ...data, ...Object.fromEntries(ids), ...scope } });
  });
}

/** Only a confirm that has started can end. */
const AFTER: Readonly<Record<string, readonly string[]>> = {
  CheckoutConfirmed: ['confirming'],
  CheckoutSucceeded: ['confirmed'],
};

describe.each(STANDINGS)('$decider.category', ({ decider, projection, known, shown }) => {
  const category = projection.handles.filter((type) => examplesOf(type).some((event) => isOf(event)));
  const [first, ...rest] = category.map(examplesOf);

  /** Of this aggregate, not of another whose events its list shows, too. */
  function isOf({ type }: DomainEvent): boolean {
    const line = golden.find(({ event }) => event.type === type)!;
    return line.event.stream.split('-')[0] === decider.category;
  }

  it('has the status in its list that it is decided by', () => {
    const seen = new Set<string>();
    for (let seed = FIRST; seed < FIRST + HISTORIES; seed += 1) {
      const random = new SeededRandom(`status ${decider.category} ${seed}`);
      const history = [random.pick(first!)];
      let state = fold(decider, history);
      for (let left = random.int(LONGEST); left > 0; left -= 1) {
        const event = random.pick(random.pick(rest));
        if (AFTER[event.type]?.includes((state as { status: string }).status) === false) continue;
        history.push(event);
        state = decider.evolve(state, event);
        const row = documentsOf(projection, history)[ID];
        const types = history.map(({ type }) => type);
        expect({ seed, types, [ID]: row && shown(row as never) }).toEqual({
          seed,
          types,
          ...known(state as never, ID),
        });
        seen.add(event.type);
      }
    }
    expect([...seen].sort()).toEqual(category.slice(1).sort());
  });
});

describe('the customer’s state', () => {
  const [customer] = examplesOf('CustomerCreated');
  const types = subscriptionProjection.handles.filter((type) => type !== 'SubscriptionRequested');
  const [first, ...rest] = types.filter((type) => type !== 'SubscriptionExpired').map((type) => examplesOf(type));

  it('shows a live subscription with the status that it is decided by', () => {
    for (let seed = FIRST; seed < FIRST + HISTORIES; seed += 1) {
      const random = new SeededRandom(`state ${seed}`);
      const events = Array.from({ length: random.int(LONGEST) }, () => random.pick(random.pick(rest)));
      const history = [random.pick(first!), ...events];
      const { subscriptions } = documentsOf(customerStateProjection, [customer!, ...history] as never)['c1']!;
      const { status } = fold(subscriptionDecider, history as never);
      const expected = status === 'canceled' ? [] : [status];
      expect({ seed, shown: subscriptions.map((one) => one.status) }).toEqual({ seed, shown: expected });
    }
  });
});

describe('an unpaid subscription', () => {
  const history = [
    'SubscriptionCreated',
    'SubscriptionRenewalFailed',
    'SubscriptionMarkedUnpaid',
    'SubscriptionPaymentRetried',
    'SubscriptionRenewalFailed',
  ].map((type) => examplesOf(type).at(-1)!);

  it('stays unpaid when another card is declined, wherever it is shown', () => {
    const [customer] = examplesOf('CustomerCreated');
    const row = documentsOf(subscriptionProjection, history as never)[ID]!;
    const { subscriptions } = documentsOf(customerStateProjection, [customer!, ...history] as never)['c1']!;
    const { status } = fold(subscriptionDecider, history as never);
    expect([status, row.status, row.active, subscriptions[0]!.status]).toEqual(['unpaid', 'unpaid', false, 'unpaid']);
  });
});
