import { linkOptions } from '@tanstack/react-router';
import type { Organization } from '@/api/types';
import { CustomerMeterTable, type LeadColumn } from '@/features/meters/CustomerMeterTable';

const meterColumn: LeadColumn = { header: 'Meter', sort: 'meter_name', cell: ({ meter }) => meter.name };

/** What meters count of the customer; none if no meter counts anything of them. */
export function CustomerMeters({ customerId, organization }: { customerId: string; organization: Organization }) {
  return (
    <CustomerMeterTable
      organization={organization}
      of={{ customer: customerId }}
      label="meters"
      lead={meterColumn}
      sorting="meter_name"
      link={({ meter_id }) =>
        linkOptions({
          to: '/$org/usage-events',
          params: { org: organization.slug },
          search: { customer: customerId, meter: meter_id },
        })
      }
      empty={null}
    />
  );
}
