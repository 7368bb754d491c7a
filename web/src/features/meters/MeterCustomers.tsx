import { linkOptions } from '@tanstack/react-router';
import type { Organization } from '@/api/types';
import { Section } from '@/ui/Facts';
import { EmptyState } from '@/ui/States';
import { CustomerMeterTable, type LeadColumn } from './CustomerMeterTable';

const customerColumn: LeadColumn = {
  header: 'Customer',
  sort: 'customer_name',
  cell: ({ customer }) => customer.email,
};

/** Who has used the meter. */
export function MeterCustomers({ meterId, organization }: { meterId: string; organization: Organization }) {
  return (
    <Section title="Customers">
      <CustomerMeterTable
        organization={organization}
        of={{ meter: meterId }}
        label="customers"
        lead={customerColumn}
        sorting="-consumed_units"
        link={({ customer_id }) =>
          linkOptions({ to: '/$org/customers/$id', params: { org: organization.slug, id: customer_id } })
        }
        empty={
          <EmptyState title="No customer yet">Customers appear here once the meter counts their usage.</EmptyState>
        }
      />
    </Section>
  );
}
