import { usePortalErasure, usePortalExport } from '@/api/portal-own';
import type { Portal, PortalCustomer } from '@/api/types';
import { day } from '@/lib/time';
import { announce } from '@/ui/Announcer';
import { Button } from '@/ui/Button';
import { Section } from '@/ui/Facts';

interface OwnDataProps {
  slug: string;
  portal: Portal;
  customer: PortalCustomer;
}

/** What is known of the customer: to take along, or to be erased. */
export function OwnData({ slug, portal, customer }: OwnDataProps) {
  const saved = usePortalExport(slug);
  const erasure = usePortalErasure(slug);
  const { name } = portal.organization;
  const since = customer.erasure_requested_at;
  const onError = ({ message }: Error) => announce(message, true);
  const ask = (asks: boolean) =>
    erasure.mutate(asks, {
      onSuccess: () => announce(asks ? `${name} has your request` : 'Your request is withdrawn'),
      onError,
    });
  return (
    <Section title="Your data">
      <div className="grid justify-items-start gap-3 border-t border-line pt-3">
        <p className="max-w-[60ch] text-soft">
          A file with all that these pages know of you: your details, orders, subscriptions, keys and payment methods.
        </p>
        <Button busy={saved.isPending && 'Gathering'} onClick={() => saved.mutate(undefined, { onError })}>
          Download your data
        </Button>
        <p className="max-w-[60ch] pt-3 text-soft">
          {since
            ? `You asked on ${day(since)} to be erased. ${name} confirms it: then your subscriptions end, and nothing but the invoices that the law demands can be read any more.`
            : `You can ask ${name} to erase what is known of you. Your subscriptions end then, and you lose what they give.`}
        </p>
        {since ? (
          <Button busy={erasure.isPending && 'Withdrawing'} onClick={() => ask(false)}>
            Withdraw request
          </Button>
        ) : (
          <Button kind="caution" busy={erasure.isPending && 'Asking'} onClick={() => ask(true)}>
            Ask to be erased
          </Button>
        )}
      </div>
    </Section>
  );
}
