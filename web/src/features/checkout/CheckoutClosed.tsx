import { ApiError } from '@/api/error';
import { clockTime, day } from '@/lib/time';
import { PageHead } from '@/ui/PageHead';
import { Sheet } from '@/ui/Sheet';
import { ErrorState } from '@/ui/States';

/** Shown if the checkout is over, unknown or unreachable. */
export function CheckoutClosed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 410) {
    const at = error instanceof ApiError ? error.expiredAt : undefined;
    return (
      <Sheet>
        <PageHead
          title="This checkout has expired"
          note={`${at ? `It expired on ${day(at)} at ${clockTime(at).slice(0, 5)}.` : 'Checkouts stay open for an hour.'} You were not charged; go back to the shop and begin again.`}
        />
      </Sheet>
    );
  }
  if (status === 404) {
    return (
      <Sheet>
        <PageHead
          title="There is no such checkout"
          note="The address may be incomplete. Open the link you received again."
        />
      </Sheet>
    );
  }
  return (
    <Sheet>
      <PageHead title="The checkout could not be opened" />
      <ErrorState title="" error={error} onRetry={onRetry} />
    </Sheet>
  );
}
