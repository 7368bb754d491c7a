import { describe, expect, it } from '@jest/globals';
import { customerDecider } from '../../../src/features/billing/customers/customer.decider.ts';
import type { CustomerEvent } from '../../../src/features/billing/customers/customer.events.ts';
import {
  customerClaimsProcess,
  customerErasingProcess,
} from '../../../src/features/billing/customers/customer.process.ts';
import { customerProjection } from '../../../src/features/billing/customers/customer.projection.ts';
import { EraseSubject } from '../../../src/kernel/writing/erasure.ts';
import { documentsOf, NOW, recorded, specOf } from '../../support/given.ts';
import { ID, claim, created } from './customer-events.ts';
import { ordered } from './purchase-events.ts';

const idClaim = { kind: 'customer-external-id', digest: 'ext' };
const identified: CustomerEvent = {
  type: 'CustomerUpdated',
  data: { customerId: ID, externalId: 'ext-1', externalIdClaim: idClaim },
};
const deleted: CustomerEvent = {
  type: 'CustomerDeleted',
  data: { customerId: ID, organizationId: 'o1', released: [claim('ann')] },
};

describe('a customer who asks to be erased', () => {
  const given = specOf(customerDecider);
  const about = { customerId: ID };
  const asked: CustomerEvent = { type: 'CustomerErasureRequested', data: { ...about, organizationId: 'o1' } };
  const withdrawn: CustomerEvent = { type: 'CustomerErasureWithdrawn', data: { ...about, organizationId: 'o1' } };
  const ask = { type: 'RequestCustomerErasure', data: about } as const;
  const withdraw = { type: 'WithdrawCustomerErasure', data: about } as const;
  const remove = { type: 'DeleteCustomer', data: about } as const;

  it('asks once, and may take that back', () => {
    given(created).when(ask).then(asked);
    given(created, asked).when(ask).then();
    given(created, asked).when(withdraw).then(withdrawn);
    given(created).when(withdraw).then();
    given(created, deleted).when(ask).thenRefused('ResourceNotFound');
  });

  it('is erased once the seller has deleted them, and nobody else is', () => {
    const erased: CustomerEvent = { type: 'CustomerDeleted', data: { ...deleted.data, erase: true } as never };
    given(created, asked).when(remove).then(erased);
    given(created, asked, withdrawn).when(remove).then(deleted);
    const erase = { ...remove, data: { ...about, erase: true } };
    given(created).when(erase).then(erased);
    given(created, deleted).when(erase).then();
    given(created, deleted).when(remove).thenRefused('ResourceNotFound');
    given().when(erase).thenRefused('ResourceNotFound');
    const commands = (event: CustomerEvent) => customerErasingProcess.react(recorded(event) as never);
    expect(commands(erased)).toMatchObject([{ command: EraseSubject, data: { subject: 'customer:c1' } }]);
    expect(commands(deleted)).toEqual([]);
  });

  it('shows since when', () => {
    const shown = (...events: CustomerEvent[]) =>
      documentsOf(customerProjection, events.map((event) => recorded(event)) as never[])[ID]!.erasure_requested_at;
    expect([shown(created), shown(created, asked), shown(created, asked, withdrawn)]).toEqual([null, NOW, null]);
  });
});

describe('the customer decider', () => {
  const given = specOf(customerDecider);
  const update = (changes: object) => ({ type: 'UpdateCustomer', data: { customerId: ID, ...changes } }) as const;
  const changed = (changes: object): CustomerEvent => ({
    type: 'CustomerUpdated',
    data: { customerId: ID, ...changes },
  });

  it('creates once', () => {
    given().when({ type: 'CreateCustomer', data: created.data }).then(created);
    given(created).when({ type: 'CreateCustomer', data: created.data }).then();
  });

  it('refuses to create a customer with a forfeited value', () => {
    const data = { ...created.data, externalId: 'ext-1', externalIdClaim: idClaim };
    for (const forfeited of [claim('ann'), idClaim])
      given({ type: 'ClaimForfeited', data: forfeited })
        .when({ type: 'CreateCustomer', data })
        .thenRefused('ClaimForfeited');
  });

  it('refuses a change to a forfeited value', () => {
    given(created, { type: 'ClaimForfeited', data: claim('bob') })
      .when(update({ email: 'bob@example.com', emailClaim: claim('bob') }))
      .thenRefused('ClaimForfeited');
    given(created, { type: 'ClaimForfeited', data: idClaim })
      .when(update({ externalId: 'ext-1', externalIdClaim: idClaim }))
      .thenRefused('ClaimForfeited');
  });

  it('records only what has changed', () => {
    given(created)
      .when(update({ name: 'Ann', metadata: { tier: 1 }, billingAddress: null }))
      .then();
    given(created)
      .when(update({ name: null, metadata: { tier: 2 } }))
      .then(changed({ name: null, metadata: { tier: 2 } }));
  });

  it('names the claim to release when the e-mail changes', () => {
    given(created)
      .when(update({ email: 'bob@example.com', emailClaim: claim('bob') }))
      .then(changed({ email: 'bob@example.com', emailClaim: claim('bob'), releasedEmailClaim: claim('ann') }));
    given(created)
      .when(update({ email: 'ann@example.com' }))
      .then(changed({ email: 'ann@example.com' }));
  });

  it('sets an external id once', () => {
    given(created)
      .when(update({ externalId: 'ext-1', externalIdClaim: idClaim }))
      .then(identified);
    given(created, identified)
      .when(update({ externalId: 'ext-2', externalIdClaim: idClaim }))
      .thenRefusedAt('body.external_id');
    given(created, identified)
      .when(update({ externalId: 'ext-1' }))
      .then();
  });

  it('releases e-mail and external id on deletion', () =>
    given(created, identified)
      .when({ type: 'DeleteCustomer', data: { customerId: ID } })
      .then({
        type: 'CustomerDeleted',
        data: { customerId: ID, organizationId: 'o1', released: [claim('ann'), idClaim] },
      }));

  it('refuses changes after deletion', () =>
    given(created, deleted)
      .when(update({ name: 'Ghost' }))
      .thenRefused('ResourceNotFound'));
});

describe('the process of customer claims', () => {
  it('settles the claims that an event names', () => {
    expect(customerClaimsProcess.react(recorded(created) as never)).toMatchObject([
      { data: { customerId: ID, claims: [claim('ann')] } },
    ]);
    expect(customerClaimsProcess.react(recorded(deleted) as never)).toMatchObject([
      { data: { customerId: ID, claims: [claim('ann')] } },
    ]);
    const renamed: CustomerEvent = { type: 'CustomerUpdated', data: { customerId: ID, name: 'Bo' } };
    expect(customerClaimsProcess.react(recorded(renamed) as never)).toEqual([]);
  });
});

describe('the customer projection', () => {
  const at = { occurredAt: '2026-02-01T00:00:00.000Z' };

  it('keeps a deleted customer, with the external id in metadata', () => {
    const { c1 } = documentsOf(customerProjection, [
      recorded(created),
      recorded(identified),
      recorded(deleted, at),
    ] as never[]);
    expect(c1).toMatchObject({
      deleted_at: at.occurredAt,
      external_id: null,
      metadata: { tier: 1, __external_id: 'ext-1' },
      email: 'Ann@example.com',
    });
  });

  it('is found by the last ten names that purchases were billed to, besides their own', () => {
    const named = (...names: string[]) => {
      const orders = names.map((billingName) => recorded(ordered('o', ID, 'p', { billingName })));
      return documentsOf(customerProjection, [recorded(created), ...orders] as never[])[ID]!;
    };
    expect(named('Ann').billing_names_lower).toBeNull();
    expect(named('Müller', 'ann', 'Søn', 'MULLER')).toMatchObject({
      billing_names_lower: 'muller\nson',
      modified_at: null,
    });
    const many = Array.from({ length: 12 }, (_, n) => `Company ${n}`);
    expect(named(...many).billing_names_lower!.split('\n')).toEqual(
      many
        .slice(2)
        .reverse()
        .map((name) => name.toLowerCase()),
    );
    const renewal = ordered('o', ID, 'p', { billingName: 'Müller', billingReason: 'subscription_cycle' });
    expect(customerProjection.targets(recorded(renewal) as never)).toEqual([]);
  });

  it('blanks personal fields', () => {
    const bought = ordered('o', ID, 'p', { billingName: 'Ann & Co' });
    const events = [recorded(created), recorded(identified), recorded(bought)];
    const { c1 } = documentsOf(customerProjection, events as never[]);
    const text = JSON.stringify(customerProjection.blank!(c1!, 'customer:c1'));
    expect(text).toContain('erased+c1@invalid');
    expect(text).not.toMatch(/ann|ext-1|tier/i);
  });
});
