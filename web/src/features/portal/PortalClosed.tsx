import { ApiError } from '@/api/error';
import { PageHead } from '@/ui/PageHead';
import { Sheet } from '@/ui/Sheet';
import { ErrorState } from '@/ui/States';

/** Shown if there is no such seller, or the portal is unreachable. */
export function PortalClosed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (error instanceof ApiError && error.status === 404)
    return (
      <Sheet>
        <PageHead
          title="There is no such portal"
          note="The address may be mistyped. Open the link in the mail of your purchase again."
        />
      </Sheet>
    );
  return (
    <Sheet>
      <PageHead title="The portal could not be opened" />
      <ErrorState title="" error={error} onRetry={onRetry} />
    </Sheet>
  );
}
