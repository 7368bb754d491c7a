import { PageHead } from '@/ui/PageHead';
import { Sheet } from '@/ui/Sheet';

/** Shown to whoever opens a checkout link that sells nothing. */
export function ClosedLink() {
  return (
    <Sheet>
      <PageHead
        title="Nothing is on sale here"
        note="What this link sold is no longer available, or the link is incomplete. Go back to the shop, or ask the seller for a new link."
      />
    </Sheet>
  );
}
