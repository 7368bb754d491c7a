import { useQuery } from '@tanstack/react-query';
import { portalCustomerQuery } from '@/api/portal-own';
import type { Portal } from '@/api/types';
import { later } from '@/lib/later';
import { PageHead } from '@/ui/PageHead';
import { BillingDetails } from './BillingDetails';
import { EmailChange } from './EmailChange';
import { Loaded } from './Loaded';
import { OwnData } from './OwnData';
import { PaymentMethods } from './PaymentMethods';
import { platformsOf } from './linked-accounts';

const LinkedAccounts = later(() => import('./LinkedAccounts').then((file) => file.LinkedAccounts));

interface SettingsProps {
  slug: string;
  portal: Portal;
  /** Why an account was not linked. */
  linkError: string | undefined;
}

/** How the customer pays, and who they are. */
export function Settings({ slug, portal, linkError }: SettingsProps) {
  const customer = useQuery(portalCustomerQuery(slug));
  return (
    <>
      <PageHead title="Payment and details" />
      <Loaded query={customer} what="your details" shape="form">
        {(known) =>
          known.limited_to_checkout ? (
            <p className="text-soft">
              This is one purchase. Sign out, and sign in with a code by mail, to change these.
            </p>
          ) : (
            <div className="grid gap-10">
              <PaymentMethods {...{ slug, portal }} />
              {platformsOf(portal, known).length > 0 && (
                <LinkedAccounts slug={slug} platforms={platformsOf(portal, known)} customer={known} error={linkError} />
              )}
              <BillingDetails {...{ slug, portal }} customer={known} />
              <EmailChange {...{ slug, portal }} customer={known} />
              <OwnData {...{ slug, portal }} customer={known} />
            </div>
          )
        }
      </Loaded>
    </>
  );
}
