import { Link } from '@tanstack/react-router';
import type { UsageEvent } from '@/api/types';

interface UsageCustomerProps {
  event: UsageEvent;
  org: string;
}

/** Whose event it is; that of an external id without a customer goes to whoever is created with it. */
export function UsageCustomer({ event, org }: UsageCustomerProps) {
  const { customer, customer_id: id, external_customer_id: externalId } = event;
  if (customer)
    return (
      <Link to="/$org/customers/$id" params={{ org, id: customer.id }} className="link">
        {customer.email}
      </Link>
    );
  return (
    <>
      {externalId} <span className="text-soft">{id ? 'Deleted customer' : 'No customer yet'}</span>
    </>
  );
}
