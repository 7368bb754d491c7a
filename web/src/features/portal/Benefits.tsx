import { portalGrantsQuery } from '@/api/portal-own';
import type { PortalGrant } from '@/api/types';
import { plural } from '@/lib/format';
import { later } from '@/lib/later';
import { day } from '@/lib/time';
import { Section } from '@/ui/Facts';
import { Markdown } from '@/ui/Markdown';
import { Downloads } from './Downloads';
import { LicenseKey } from './LicenseKey';
import { LongList } from './LongList';

const LinkedAccess = later(() => import('./LinkedAccess').then((file) => file.LinkedAccess));

/** What the customer's purchases give them. */
export function Benefits({ slug }: { slug: string }) {
  return (
    <Section title="What you get">
      <LongList queryOf={(pages) => portalGrantsQuery(slug, pages)} what="what you get" shape="facts" count={2}>
        {(grants) =>
          grants.length === 0 ? (
            <p className="border-t border-line py-2 text-soft">
              What your purchases give you shows here. There is nothing now.
            </p>
          ) : (
            <ul className="border-t border-line">
              {grants.map((grant) => (
                <li key={grant.id} className="grid gap-2 border-b border-line px-2 py-3">
                  <Given slug={slug} grant={grant} />
                </li>
              ))}
            </ul>
          )
        }
      </LongList>
    </Section>
  );
}

function Given({ slug, grant }: { slug: string; grant: PortalGrant }) {
  const { benefit, is_granted } = grant;
  return (
    <>
      <h3 className="font-medium">{benefit.description}</h3>
      {isAccess(benefit.type) ? (
        <LinkedAccess slug={slug} grant={grant} />
      ) : is_granted ? (
        <Content slug={slug} grant={grant} />
      ) : (
        <p className="text-soft">It is being prepared. This page shows it once it is there.</p>
      )}
    </>
  );
}

function Content({ slug, grant: { benefit, properties } }: { slug: string; grant: PortalGrant }) {
  if (benefit.type === 'license_keys')
    return <LicenseKey slug={slug} id={String(properties['license_key_id'])} terms={benefit.properties} />;
  if (benefit.type === 'downloadables') return <Downloads slug={slug} benefitId={benefit.id} />;
  if (benefit.type === 'meter_credit')
    return (
      <p className="text-soft">
        {plural(Number(properties['last_credited_units']), 'unit')}, credited on{' '}
        {day(String(properties['last_credited_at']))}.
      </p>
    );
  const { note } = benefit.properties as { note?: string | null };
  return note ? <Markdown text={note} className="text-soft" /> : null;
}

/** Given to an account that the customer links. */
function isAccess(type: string): boolean {
  return type === 'discord' || type === 'github_repository';
}
