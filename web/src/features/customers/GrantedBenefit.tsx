import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { benefitQuery } from '@/api/benefits';
import { customerDownloadsQuery } from '@/api/customers';
import { licenseKeyQuery } from '@/api/license-keys';
import type { CustomerState } from '@/api/types';
import { plural, shortId } from '@/lib/format';
import { LicenseKeyStatus } from '@/ui/statuses';
import { Time } from '@/ui/Value';

interface GrantedProps {
  grant: CustomerState['granted_benefits'][number];
  customerId: string;
  org: string;
}

/** A benefit with what its customer holds by it: a license key, or files. */
export function GrantedBenefit({ grant, customerId, org }: GrantedProps) {
  const { benefit_id, benefit_type, granted_at } = grant;
  const { data: benefit } = useQuery(benefitQuery(benefit_id));
  const { license_key_id } = grant.properties as { license_key_id?: string };
  return (
    <>
      <span className="flex flex-wrap justify-between gap-x-4">
        <Link to="/$org/benefits/$id" params={{ org, id: benefit_id }} className="link">
          {benefit?.description ?? shortId(benefit_id)}
        </Link>
        <span className="text-soft">
          granted <Time at={granted_at} />
        </span>
      </span>
      {license_key_id && <Key id={license_key_id} org={org} />}
      {benefit_type === 'downloadables' && <Files benefitId={benefit_id} customerId={customerId} />}
    </>
  );
}

function Key({ id, org }: { id: string; org: string }) {
  const { data: key } = useQuery(licenseKeyQuery(id));
  return (
    <span className="flex flex-wrap justify-between gap-x-4">
      <Link to="/$org/license-keys/$id" params={{ org, id }} className="link font-mono text-[13px]">
        {key?.display_key ?? shortId(id)}
      </Link>
      {key && <LicenseKeyStatus licenseKey={key} />}
    </span>
  );
}

function Files({ benefitId, customerId }: { benefitId: string; customerId: string }) {
  const { data } = useQuery(customerDownloadsQuery(customerId));
  return data?.items
    .filter(({ benefit_id }) => benefit_id === benefitId)
    .map(({ file, downloads, last_downloaded_at }) => (
      <span key={file.id} className="flex flex-wrap justify-between gap-x-4">
        <span className="min-w-0 break-words">
          {file.name} <span className="text-faint">{file.size_readable}</span>
        </span>
        <span className="text-soft">
          {downloads === 0 ? 'not downloaded' : plural(downloads, 'download')}
          {last_downloaded_at && (
            <>
              , last <Time at={last_downloaded_at} />
            </>
          )}
        </span>
      </span>
    ));
}
