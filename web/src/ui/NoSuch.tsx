import { useParams, type LinkProps } from '@tanstack/react-router';
import { word } from '@/lib/format';
import { ButtonLink } from './Button';
import { PageHead } from './PageHead';

interface NoSuchProps {
  /** In a sentence: "order". */
  what: string;
  /** The list where the others are. */
  list: { label: string; link: LinkProps };
}

/** For an address that leads to nothing: a mistyped id, or one of another organization. */
export function NoSuch({ what, list }: NoSuchProps) {
  return (
    <>
      <PageHead
        title={`There is no such ${what}`}
        up={list}
        note={`The address may be mistyped, or the ${what} no longer exists here.`}
      />
      <ButtonLink {...list.link}>Go to {list.label}</ButtonLink>
    </>
  );
}

type Area =
  | 'orders'
  | 'payments'
  | 'subscriptions'
  | 'customers'
  | 'products'
  | 'benefits'
  | 'license-keys'
  | 'discounts'
  | 'custom-fields'
  | 'meters'
  | 'usage-events'
  | 'checkouts'
  | 'checkout-links'
  | 'webhooks'
  | 'events'
  | 'teams';

/** The same in an organization. */
export function NoSuchHere({ what, area }: { what: string; area: Area }) {
  const { org = '' } = useParams({ strict: false });
  const label = word(area.replace('-', ' '));
  return <NoSuch what={what} list={{ label, link: { to: `/$org/${area}`, params: { org } } }} />;
}
