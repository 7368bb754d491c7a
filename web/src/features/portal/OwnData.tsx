import { usePortalExport } from '@/api/portal-own';
import { announce } from '@/ui/Announcer';
import { Button } from '@/ui/Button';
import { Section } from '@/ui/Facts';

/** What is known of the customer. */
export function OwnData({ slug }: { slug: string }) {
  const saved = usePortalExport(slug);
  return (
    <Section title="Your data">
      <div className="grid justify-items-start gap-3 border-t border-line pt-3">
        <p className="max-w-[60ch] text-soft">
          A file with all that this page knows of you: your details, orders, subscriptions, keys and payment methods.
        </p>
        <Button
          busy={saved.isPending && 'Gathering'}
          onClick={() => saved.mutate(undefined, { onError: ({ message }) => announce(message, true) })}
        >
          Download your data
        </Button>
      </div>
    </Section>
  );
}
