import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { sessionQuery } from '@/api/account';
import { useStopImpersonating } from '@/api/admin';
import { personName } from '@/lib/people';
import { announce } from '@/ui/Announcer';
import { Button } from '@/ui/Button';
import { useActingCommand } from './acting-command';

/** Shown on every page while an administrator acts as another user. */
export function ActingBar() {
  // Signing in or out leads to another page, which loads the session again.
  useLocation({ select: ({ pathname }) => pathname });
  const { data: acting } = useQuery(sessionQuery);
  const stop = useStopImpersonating();

  async function back() {
    const userId = acting?.user.id;
    try {
      await stop.mutateAsync();
      window.location.assign(userId ? `/admin/users/${userId}` : '/admin/users');
    } catch (error) {
      announce(error instanceof Error ? error.message : 'That did not work. Try again.', true);
    }
  }

  const isActing = Boolean(acting?.session.impersonatedBy);
  useActingCommand(isActing, () => void back());
  if (!acting || !isActing) return null;
  return (
    <aside
      aria-label="Acting as another user"
      data-acting
      className="sticky top-0 z-30 flex h-(--bar) items-center gap-3 bg-ink px-4 text-paper"
    >
      <p className="min-w-0 flex-1 truncate">
        You act as <strong className="font-semibold">{personName(acting.user)}</strong>
        <span className="max-sm:hidden"> ({acting.user.email}). What you do is recorded with your name.</span>
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
