import { useQuery } from '@tanstack/react-query';
import { portalLicenseKeyQuery, useReleaseDevice } from '@/api/portal-own';
import { plural } from '@/lib/format';
import { day } from '@/lib/time';
import { announce } from '@/ui/Announcer';
import { Secret } from '@/ui/Secret';
import { AskFirst } from './AskFirst';
import { Loaded } from './Loaded';

interface LicenseKeyProps {
  slug: string;
  id: string;
  /** Of its benefit. */
  terms: { activations?: { enable_customer_admin?: boolean } | null };
}

/** A key to copy, how far it has been used, and the devices it is active on. */
export function LicenseKey({ slug, id, terms }: LicenseKeyProps) {
  const release = useReleaseDevice(slug);
  const mayRelease = terms.activations?.enable_customer_admin === true;
  return (
    <Loaded query={useQuery(portalLicenseKeyQuery(slug, id))} what="the key" shape="line">
      {({ key, organization_id, status, expires_at, limit_activations, activations, limit_usage, usage }) => (
        <>
          <Secret label="License key" value={key} open />
          <p className="text-soft">
            {[
              status === 'disabled' && 'The seller has disabled it.',
              expires_at && `It is valid until ${day(expires_at)}.`,
              limit_usage !== null && `Used ${usage} of ${plural(limit_usage, 'time')}.`,
              limit_activations !== null &&
                `Active on ${activations.length} of ${plural(limit_activations, 'device')}.`,
            ]
              .filter(Boolean)
              .join(' ')}
          </p>
          {activations.length > 0 && (
            <ul aria-label="Devices" className="border-t border-line">
              {activations.map((activation) => (
                <li
                  key={activation.id}
                  className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 border-b border-line"
                >
                  <span className="min-w-0 break-words">
                    {activation.label} <span className="text-faint">since {day(activation.created_at)}</span>
                  </span>
                  {mayRelease && (
                    <AskFirst
                      label="Release"
                      action={`Release ${activation.label}`}
                      description="The key no longer works there, and can be activated on another device."
                      busy="Releasing"
                      onConfirm={async () => {
                        await release.mutateAsync({ key, organization_id, activation_id: activation.id });
                        announce(`${activation.label} was released`);
                      }}
                    />
                  )}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Loaded>
  );
}
