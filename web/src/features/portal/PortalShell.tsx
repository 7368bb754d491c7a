import { useQuery } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { leavePortal } from '@/api/portal';
import { portalAllSubscriptionsQuery, portalCustomerQuery, portalMetersQuery } from '@/api/portal-own';
import type { Portal } from '@/api/types';
import { SellerMark } from '@/features/checkout/SellerMark';
import { useAccent } from '@/lib/accent';
import { usePortalSession } from '@/lib/portal-session';
import { isMetered } from '@/lib/metered';
import { Button } from '@/ui/Button';
import { InMain } from '@/ui/in-main';
import { SkipLink } from '@/ui/SkipLink';
import { failureWords, isFailing } from './words';
import { PortalSignIn } from './PortalSignIn';

interface PortalProps {
  slug: string;
  portal: Portal;
}

/** Around every page of a portal; without a session, the sign-in. */
export function PortalShell({ slug, portal }: PortalProps) {
  const session = usePortalSession(slug);
  const signedIn = session !== null;
  useAccent(portal.accent);
  return (
    <div className="mx-auto grid min-h-dvh max-w-[48rem] grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr_auto] px-4 sm:px-8">
      <SkipLink />
      <header className="grid gap-4 pt-6 pb-8 sm:pt-10">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="flex min-w-0 items-center gap-2 font-semibold">
            <SellerMark organization={portal.organization} />
          </p>
          {signedIn && (
            <Button kind="quiet" onClick={() => leavePortal(slug)}>
              Sign out
            </Button>
          )}
        </div>
        {signedIn && <Pages slug={slug} />}
      </header>
      <main id="content" tabIndex={-1} className="min-w-0 pb-16 outline-none">
        <InMain value={true}>
          {signedIn ? (
            <>
              <FailingCard slug={slug} />
              <Outlet />
            </>
          ) : (
            <PortalSignIn slug={slug} portal={portal} />
          )}
        </InMain>
      </main>
    </div>
  );
}

const tab =
  'tap -mb-px inline-flex h-9 items-center border-b-2 border-transparent px-1 text-soft hover:text-ink aria-[current=page]:border-ink aria-[current=page]:text-ink pointer-coarse:h-11';

function Pages({ slug }: { slug: string }) {
  const { data: customer } = useQuery(portalCustomerQuery(slug));
  const isWhole = customer?.limited_to_checkout === false;
  return (
    <nav aria-label="Portal" className="flex flex-wrap gap-x-4 border-b border-line sm:gap-x-5">
      <Link to="/$slug/portal" params={{ slug }} activeOptions={{ exact: true }} className={tab}>
        Overview
      </Link>
      <Link to="/$slug/portal/orders" params={{ slug }} className={tab}>
        Orders
      </Link>
      {isWhole && (
        <Link to="/$slug/portal/settings" params={{ slug }} className={tab}>
          Payment and details
        </Link>
      )}
      {isWhole && <UsagePage slug={slug} />}
    </nav>
  );
}

/** Only where something is or will be counted. */
function UsagePage({ slug }: { slug: string }) {
  const { data: meters } = useQuery(portalMetersQuery(slug));
  const { data: subscriptions } = useQuery(portalAllSubscriptionsQuery(slug));
  if (!meters?.items.length && !subscriptions?.some(isMetered)) return null;
  return (
    <Link to="/$slug/portal/usage" params={{ slug }} className={tab}>
      Usage
    </Link>
  );
}

const FAILING_MS = 3_000;

/** On every page: what a declined card endangers, and where to give another one. */
function FailingCard({ slug }: { slug: string }) {
  const { data: subscriptions } = useQuery({
    ...portalAllSubscriptionsQuery(slug),
    // Another card is charged at once, beside this page.
    refetchInterval: ({ state }) => (state.data?.some(isFailing) ? FAILING_MS : false),
  });
  const failing = subscriptions?.filter(isFailing) ?? [];
  if (failing.length === 0) return null;
  return (
    <section aria-label="Failed payments" className="mb-6 grid gap-2 border-l-3 border-red bg-red-wash px-3 py-2">
      {failing.map((subscription) => (
        <p key={subscription.id}>
          <strong className="font-semibold">{subscription.product.name}:</strong> {failureWords(subscription)}
        </p>
      ))}
      <p>
        <Link to="/$slug/portal/settings" params={{ slug }} className="tap link">
          Update card
        </Link>
      </p>
    </section>
  );
}
