import { useStopImpersonating } from '@/api/admin';
import type { User } from '@/api/types';
import { personName } from '@/lib/people';
import { announce } from '@/ui/Announcer';
import { Button } from '@/ui/Button';
import { useActingCommand } from './acting-command';

/** Shows whom the administrator acts as, and how to stop. */
export function Acting({ user }: { user: User }) {
  const stop = useStopImpersonating();

  async function back() {
    try {
      await stop.mutateAsync();
      window.location.assign(`/admin/users/${user.id}`);
    } catch (error) {
      announce(error instanceof Error ? error.message : 'That did not work. Try again.', true);
    }
  }

  useActingCommand(() => void back());
  return (
    <aside
      aria-label="Acting as another user"
      data-acting
      className="sticky top-0 z-30 flex h-(--bar) items-center gap-3 bg-ink px-4 text-paper"
    >
      <p className="min-w-0 flex-1 truncate">
        You act as <strong className="font-semibold">{personName(user)}</strong>
        <span className="max-sm:hidden"> ({user.email}). What you do is recorded with your name.</span>
      </p>
      <Button
        className="border-paper! text-paper! hover:bg-transparent! focus-visible:outline-paper!"
        busy={stop.isPending && 'Stopping'}
        onClick={() => void back()}
      >
        Stop
      </Button>
    </aside>
  );
}
