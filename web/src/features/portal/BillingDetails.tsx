import { useState } from 'react';
import type { Portal, PortalCustomer } from '@/api/types';
import { addressLines } from '@/lib/address';
import { text } from '@/lib/format';
import { later } from '@/lib/later';
import { Button } from '@/ui/Button';
import { Fact, Facts, Section } from '@/ui/Facts';

const DetailsForm = later(() => import('./DetailsForm').then((file) => file.DetailsForm));

interface BillingDetailsProps {
  slug: string;
  portal: Portal;
  customer: PortalCustomer;
}

/** What invoices show; a seller who does not let customers change it themselves is asked. */
export function BillingDetails({ slug, portal, customer }: BillingDetailsProps) {
  const { name, subscription_settings } = portal.organization;
  const [isChanging, setChanging] = useState(false);
  if (isChanging)
    return (
      <Section title="Billing details">
        <DetailsForm slug={slug} customer={customer} onDone={() => setChanging(false)} />
      </Section>
    );
  const { billing_address: address, tax_id } = customer;
  return (
    <Section title="Billing details">
      <Facts>
        <Fact term="Name">{text(customer.name)}</Fact>
        <Fact term="Address">{text(address && addressLines(address).join(', '))}</Fact>
        <Fact term="Tax ID">{text(tax_id?.[0])}</Fact>
      </Facts>
      <div className="pt-3">
        {subscription_settings.allow_customer_updates ? (
          <Button onClick={() => setChanging(true)}>Change details</Button>
        ) : (
          <p className="text-soft">Only {name} can change these. Please ask them.</p>
        )}
      </div>
    </Section>
  );
}
