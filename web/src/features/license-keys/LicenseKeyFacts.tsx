import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { benefitQuery } from '@/api/benefits';
import type { LicenseKey } from '@/api/types';
import { shortId } from '@/lib/format';
import { Fact, Facts } from '@/ui/Facts';
import { Secret } from '@/ui/Secret';
import { Id, Time } from '@/ui/Value';

export function LicenseKeyFacts({ licenseKey, org }: { licenseKey: LicenseKey; org: string }) {
  const { id, key, customer, benefit_id, created_at, modified_at } = licenseKey;
  const { data: benefit } = useQuery(benefitQuery(benefit_id));
  return (
    <Facts>
      <Fact term="Key">
        <Secret label="License key" value={key} />
      </Fact>
      <Fact term="Customer">
        <Link to="/$org/customers/$id" params={{ org, id: customer.id }} className="link">
          {customer.email}
        </Link>
      </Fact>
      <Fact term="Benefit">
        <Link to="/$org/benefits/$id" params={{ org, id: benefit_id }} className="link">
          {benefit?.description ?? shortId(benefit_id)}
        </Link>
      </Fact>
      <Fact term="Created">
        <Time at={created_at} />
      </Fact>
      <Fact term="Changed">
        <Time at={modified_at} />
      </Fact>
      <Fact term="ID">
        <Id id={id} />
      </Fact>
    </Facts>
  );
}
