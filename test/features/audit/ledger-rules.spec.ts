import { describe, expect, it } from '@jest/globals';
import { ledgerProjection } from '../../../src/features/audit/ledger/ledger.projection.ts';
import { event } from '../../../src/kernel/writing/events.ts';
import { documentsOf, NOW, recorded } from '../../support/given.ts';

describe('the ledger projection', () => {
  const projection = ledgerProjection([{ Happened: event() }]);
  const entries = (stream: string, data: object, organizationId?: string) =>
    Object.values(documentsOf(projection, [recorded({ type: 'Happened', data }, { stream, organizationId })]));

  it("takes the organization from the event's data, else from its envelope", () => {
    expect(entries('product-p1', { organizationId: 'o1' }, 'o2')).toMatchObject([{ organization_id: 'o1' }]);
    expect(entries('product-p1', {}, 'o2')).toMatchObject([{ organization_id: 'o2', category: 'product' }]);
    expect(entries('organization-o3', {})).toMatchObject([{ organization_id: 'o3' }]);
    expect(entries('product-p1', {})).toEqual([]);
  });

  it('tells what is of the business from the steps and records of the program itself', () => {
    const catalogue = { Happened: event(), Counted: event({ internal: true }) };
    const internal = ledgerProjection([catalogue], { facts: {}, kinds: [], internal: new Set(['Counted']) });
    const shown = Object.keys(catalogue).map((type) => {
      const at = recorded({ type, data: {} }, { stream: 'product-p1', organizationId: 'o1' });
      return Object.values(documentsOf(internal, [at])).map(({ is_business }) => is_business);
    });
    expect(shown).toEqual([[true], [false]]);
  });

  it('leaves out people and their sessions', () => {
    for (const stream of ['user-u1', 'session-s1', 'claim-email_d'])
      expect(entries(stream, { organizationId: 'o1' }, 'o1')).toEqual([]);
  });

  it('names the people concerned, without personal data', () => {
    const [entry] = entries('order-r1', { customerId: 'c1', billingAddress: 'Main Street 1' }, 'o1');
    expect(entry).toMatchObject({ persons: ['tester', 'c1'], occurred_at: NOW });
    expect(JSON.stringify(entry)).not.toContain('Main Street');
  });
});
