import { describe, expect, it } from '@jest/globals';
import { benefitDecider } from '../../../src/features/billing/benefits/benefit.decider.ts';
import type { BenefitEvent } from '../../../src/features/billing/benefits/benefit.events.ts';
import { grantDecider } from '../../../src/features/billing/grants/grant.decider.ts';
import type { GrantEvent } from '../../../src/features/billing/grants/grant.events.ts';
import { grantsProcess } from '../../../src/features/billing/grants/grant.process.ts';
import { grantProjection } from '../../../src/features/billing/grants/grant.projection.ts';
import { purchaseProjection } from '../../../src/features/billing/grants/purchase.projection.ts';
import { documentsOf, NOW, recorded, specOf } from '../../support/given.ts';
import { subscribed, bought, ordered } from './purchase-events.ts';

describe('the benefit decider', () => {
  const given = specOf(benefitDecider);
  const properties = { type: 'custom', note: null } as const;
  const data = { benefitId: 'b1', organizationId: 'o1', description: 'Support', properties, metadata: {} };
  const created: BenefitEvent = { type: 'BenefitCreated', data };
  const deleted: BenefitEvent = { type: 'BenefitDeleted', data: { benefitId: 'b1', organizationId: 'o1' } };
  const id = { benefitId: 'b1' };

  it('creates once', () => {
    given().when({ type: 'CreateBenefit', data }).then(created);
    given(created).when({ type: 'CreateBenefit', data }).then();
  });

  it('records only what has changed', () => {
    given(created)
      .when({ type: 'UpdateBenefit', data: { ...id, description: 'Support', properties } })
      .then();
    given(created)
      .when({ type: 'UpdateBenefit', data: { ...id, properties: { type: 'custom', note: 'Hi' } } })
      .then({ type: 'BenefitUpdated', data: { benefitId: 'b1', properties: { type: 'custom', note: 'Hi' } } });
  });

  it('changes what is credited without changing grants', () => {
    const before = { type: 'meter_credit', meterId: 'm1', units: 100, rollover: true } as const;
    const after = { ...before, meterId: 'm2', units: 50 };
    given({ type: 'BenefitCreated', data: { ...data, properties: before } })
      .when({ type: 'UpdateBenefit', data: { ...id, properties: after } })
      .then({ type: 'BenefitUpdated', data: { benefitId: 'b1', properties: after } });
  });

  it('gives no license keys that expire after the year 9999', () => {
    const keys = (ttl: number) => {
      const expires = { ttl, timeframe: 'year' } as const;
      return { type: 'license_keys', prefix: null, expires, activations: null, limitUsage: null } as const;
    };
    const at = 'body.properties.expires.ttl';
    const [lasting, endless] = [keys(7_973), keys(7_974)];
    given()
      .when({ type: 'CreateBenefit', data: { ...data, properties: endless } })
      .thenRefusedAt(at);
    const made: BenefitEvent = { type: 'BenefitCreated', data: { ...data, properties: lasting } };
    given().when({ type: 'CreateBenefit', data: made.data }).then(made);
    given(made)
      .when({ type: 'UpdateBenefit', data: { ...id, properties: endless } })
      .thenRefusedAt(at);
    // One that was made before keeps its terms.
    given({ type: 'BenefitCreated', data: { ...data, properties: endless } })
      .when({ type: 'UpdateBenefit', data: { ...id, description: 'Key', properties: endless } })
      .then({ type: 'BenefitUpdated', data: { benefitId: 'b1', description: 'Key' } });
  });

  it('deletes once', () => {
    given(created).when({ type: 'DeleteBenefit', data: id }).then(deleted);
    given(created, deleted).when({ type: 'DeleteBenefit', data: id }).thenRefused('ResourceNotFound');
  });
});

describe('the grant decider', () => {
  const given = specOf(grantDecider);
  const scope = { subscriptionId: 's1', orderId: null };
  const other = { subscriptionId: null, orderId: 'r1' };
  const key = { grantId: 'g1', organizationId: 'o1', customerId: 'c1', benefitId: 'b1', scope };
  const granted: GrantEvent = { type: 'BenefitGranted', data: { ...key, benefitType: 'custom', properties: {} } };
  const revoked: GrantEvent = { type: 'BenefitGrantRevoked', data: { ...key, reason: 'payment_failed' } };
  const grant = { type: 'GrantBenefit', data: { ...key, benefitType: 'custom', properties: {} } } as const;
  const ids = { customerId: 'c1', benefitId: 'b1' };

  it('grants once per purchase', () => {
    given().when(grant).then(granted);
    given(granted).when(grant).then();
    const again = { ...grant, data: { ...grant.data, grantId: 'g2', scope: other } };
    given(granted)
      .when(again)
      .then({
        type: 'BenefitGranted',
        data: { ...key, grantId: 'g2', scope: other, benefitType: 'custom', properties: {} },
      });
  });

  it('grants a revoked grant again under the same id', () =>
    given(granted, revoked)
      .when({ ...grant, data: { ...grant.data, grantId: 'g9' } })
      .then(granted));

  it('revokes a grant once', () => {
    const revoke = { type: 'RevokeGrant', data: { ...ids, scope, reason: 'payment_failed' } } as const;
    given(granted).when(revoke).then(revoked);
    given(granted, revoked).when(revoke).then();
    given(granted)
      .when({ ...revoke, data: { ...revoke.data, scope: other } })
      .then();
  });

  it('cycles a grant unless it is revoked', () => {
    const cycle = { type: 'CycleGrant', data: { ...ids, scope, orderId: 'r2' } } as const;
    given(granted)
      .when(cycle)
      .then({ type: 'BenefitGrantCycled', data: { ...key, orderId: 'r2' } });
    given(granted, revoked).when(cycle).then();
  });

  describe('of credits', () => {
    const later = '2026-02-28T10:00:00.000Z';
    const end = '2026-03-31T10:00:00.000Z';
    const credit = { meterId: 'm1', units: 100, rollover: true };
    const says = (meterId: string, units: number, at: string) => ({
      last_credited_meter_id: meterId,
      last_credited_units: units,
      last_credited_at: at,
    });
    const of = { ...key, benefitType: 'meter_credit' };
    const credited: GrantEvent = {
      type: 'BenefitGranted',
      data: { ...of, properties: says('m1', 100, NOW), credit },
    };
    const cycle = { type: 'CycleGrant', data: { ...ids, scope, orderId: 'r2' }, now: later } as const;
    const cycled: GrantEvent = {
      type: 'BenefitGrantCycled',
      data: { ...key, orderId: 'r2', properties: says('m1', 70, later), credit: { ...credit, units: 70 } },
    };

    it('says what was credited last, when it is granted and cycled', () => {
      given()
        .when({ type: 'GrantBenefit', data: { ...of, properties: {}, credit } })
        .then(credited);
      given(credited)
        .when({ ...cycle, data: { ...cycle.data, credit: { ...credit, units: 70 } } })
        .then(cycled);
      given(credited)
        .when(cycle)
        .then({ type: 'BenefitGrantCycled', data: { ...key, orderId: 'r2' } });
      const show = (...events: GrantEvent[]) =>
        documentsOf(
          grantProjection,
          events.map((one) => recorded(one)),
        ).g1!;
      expect(show(credited, cycled)).toMatchObject({
        properties: says('m1', 70, later),
        previous_properties: says('m1', 100, NOW),
      });
    });

    it('does not credit a period again when its order is paid after a change has begun it', () => {
      const paid = (start: string) => ({ ...cycle, data: { ...cycle.data, credit, period: { start, end } } });
      const withChange = { ...credited, data: { ...credited.data, during: { start: NOW, end } } } as GrantEvent;
      given(withChange)
        .when(paid(NOW))
        .then({ type: 'BenefitGrantCycled', data: { ...key, orderId: 'r2' } } as GrantEvent);
      given(withChange)
        .when(paid(later))
        .then({
          type: 'BenefitGrantCycled',
          data: { ...key, orderId: 'r2', properties: says('m1', 100, later), credit, during: { start: later, end } },
        } as GrantEvent);
    });

    it('credits a period once: what a grant that is given again in it says stays', () => {
      const revoked: GrantEvent = { type: 'BenefitGrantRevoked', data: { ...key, reason: 'benefit_removed' } };
      const during = { start: NOW, end };
      const again = (start: string, meterId = 'm1') => {
        const data = { ...of, properties: {}, credit: { ...credit, meterId }, period: { start, end, since: start } };
        return { type: 'GrantBenefit', data } as const;
      };
      const inFull = { ...credited, data: { ...credited.data, during } } as GrantEvent;
      given(inFull, revoked)
        .when(again(NOW))
        .then({ ...credited, data: { ...credited.data, during, isAgain: true } } as GrantEvent);
      given(inFull, revoked)
        .when(again(later))
        .then({ ...credited, data: { ...credited.data, during: { start: later, end } } } as GrantEvent);
      given(inFull, revoked)
        .when(again(NOW, 'm2'))
        .then({
          ...credited,
          data: { ...credited.data, properties: says('m2', 100, NOW), credit: { ...credit, meterId: 'm2' }, during },
        } as GrantEvent);
      given().when(again(NOW)).then(inFull);
    });

    it.each([
      // What has passed of the period is rounded down.
      ['2026-02-10T10:00:00.000Z', 67],
      ['2026-02-09T10:00:00.000Z', 70],
      ['2026-02-09T09:59:59.999Z', 71],
      ['2026-03-02T09:59:59.999Z', 1],
    ])('credits for what is left of a period in which its product has come: since %s, %i', (since, units) => {
      const start = '2026-01-31T10:00:00.000Z';
      const period = { start, end: '2026-03-02T10:00:00.000Z', since };
      const left = { ...credit, units };
      given()
        .when({ type: 'GrantBenefit', data: { ...of, properties: {}, credit, period }, now: later })
        .then({
          type: 'BenefitGranted',
          data: {
            ...of,
            properties: says('m1', units, later),
            credit: left,
            during: { start: since, end: period.end },
          },
        });
    });

    it('leaves to the next period what comes once the present one is over', () => {
      const period = { start: '2026-01-31T10:00:00.000Z', end: later, since: later };
      const late: GrantEvent = { type: 'BenefitGranted', data: { ...of, properties: says('m1', 0, later) } };
      given()
        .when({ type: 'GrantBenefit', data: { ...of, properties: {}, credit, period }, now: later })
        .then(late);
      const next = { ...cycle.data, credit, period: { start: later, end } };
      given(late)
        .when({ ...cycle, data: next })
        .then({
          type: 'BenefitGrantCycled',
          data: { ...key, orderId: 'r2', properties: says('m1', 100, later), credit, during: { start: later, end } },
        });
    });

    it('names the meter that it credited before, if its benefit has another one now', () => {
      const moved = { ...credit, meterId: 'm2' };
      given(credited)
        .when({ ...cycle, data: { ...cycle.data, credit: moved } })
        .then({
          type: 'BenefitGrantCycled',
          data: { ...key, orderId: 'r2', properties: says('m2', 100, later), credit: moved, formerMeterId: 'm1' },
        });
    });

    it('keeps them when the benefit is changed, and names the last ones when it is revoked', () => {
      given(credited)
        .when({ type: 'UpdateGrant', data: { ...ids, scope, properties: {} } })
        .then();
      given(credited, cycled)
        .when({ type: 'RevokeGrant', data: { ...ids, scope, reason: 'subscription_ended' } })
        .then({
          type: 'BenefitGrantRevoked',
          data: { ...key, reason: 'subscription_ended', properties: says('m1', 70, later) },
        });
    });
  });

  it('projects granting, revoking and granting again', () => {
    const at = (day: number) => ({ occurredAt: `2026-02-0${day}T00:00:00.000Z` });
    const show = (...events: GrantEvent[]) =>
      documentsOf(
        grantProjection,
        events.map((event, index) => recorded(event, at(index + 1))),
      ).g1!;
    expect(show(granted)).toMatchObject({ is_granted: true, is_revoked: false, granted_at: at(1).occurredAt });
    expect(show(granted, revoked)).toMatchObject({
      is_granted: false,
      granted_at: null,
      is_revoked: true,
      revoked_at: at(2).occurredAt,
    });
    expect(show(granted, revoked, granted)).toMatchObject({
      created_at: at(1).occurredAt,
      granted_at: at(3).occurredAt,
      revoked_at: null,
      is_revoked: false,
    });
  });
});

describe('the grants process', () => {
  const react = (event: { type: string; data: object }) =>
    grantsProcess.react(recorded(event) as never).map(({ command, data }) => [command.name, data]);
  const about = { subscriptionId: 's1', organizationId: 'o1', customerId: 'c1' };
  const scope = { subscriptionId: 's1', orderId: null };
  const renewal = { subscriptionId: 's1', billingReason: 'subscription_cycle' } as const;

  it('aligns the grants of a purchase when its checkout succeeds', () => {
    expect(react(bought('k1', 'c1', 'r1', 's1'))).toEqual([['AlignGrants', { scope }]]);
    expect(react(bought('k1', 'c1', 'r1', null))).toEqual([
      ['AlignGrants', { scope: { subscriptionId: null, orderId: 'r1' } }],
    ]);
    expect(react(ordered('r1', 'c1', 'p1'))).toEqual([]);
    expect(react(ordered('r1', 'c1', 'p1', { subscriptionId: 's1', billingReason: 'subscription_create' }))).toEqual(
      [],
    );
  });

  it('cycles grants when a renewal is paid', () => {
    const cycled = [['CycleGrants', { subscriptionId: 's1', orderId: 'r1' }]];
    expect(react({ type: 'OrderPaid', data: { ...about, ...renewal, orderId: 'r1', paymentId: 'y' } })).toEqual(cycled);
    expect(react(ordered('r1', 'c1', 'p1', renewal))).toEqual(cycled);
    expect(react(ordered('r1', 'c1', 'p1', { ...renewal, status: 'pending' }))).toEqual([]);
  });

  it('revokes grants when a subscription, benefit or customer ends', () => {
    const revoke = (type: string, data: object = about) => react({ type, data });
    expect(revoke('SubscriptionRenewalFailed')).toEqual([['RevokeGrants', { scope, reason: 'payment_failed' }]]);
    expect(revoke('SubscriptionRevoked')).toEqual([['RevokeGrants', { scope, reason: 'subscription_ended' }]]);
    expect(revoke('SubscriptionEnded')).toEqual([['RevokeGrants', { scope, reason: 'subscription_ended' }]]);
    expect(revoke('BenefitDeleted', { benefitId: 'b1' })).toEqual([
      ['StartGrantReview', { task: { kind: 'revoke', benefitId: 'b1' } }],
    ]);
    expect(revoke('CustomerDeleted', { customerId: 'c1' })).toEqual([
      ['RevokeGrants', { customerId: 'c1', reason: 'customer_deleted' }],
    ]);
  });

  it('finds the live purchases of a product', () => {
    const live = (...events: object[]) =>
      Object.values(documentsOf(purchaseProjection, events.map((event) => recorded(event as never)) as never[])).map(
        ({ id, live }) => [id, live],
      );
    const failed = { type: 'SubscriptionRenewalFailed', data: { ...about, orderId: 'r', paymentId: 'y' } };
    expect(live(subscribed('s1', 'c1', 'p1'), ordered('r1', 'c1', 'p1'))).toEqual([
      ['s1', true],
      ['r1', true],
    ]);
    expect(live(subscribed('s1', 'c1', 'p1'), failed)).toEqual([['s1', false]]);
    expect(live(ordered('r1', 'c1', 'p1', renewal))).toEqual([]);
  });
});
