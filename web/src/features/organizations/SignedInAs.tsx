import { Link, useRouter } from '@tanstack/react-router';
import { useSignOut } from '@/api/account';
import type { User } from '@/api/types';
import { Button } from '@/ui/Button';

/** At the foot of pages outside every organization: who is signed in. */
export function SignedInAs({ user }: { user: User }) {
  const router = useRouter();
  const signOut = useSignOut(() => router.navigate({ to: '/sign-in' }));
  return (
    <p className="flex items-center justify-between gap-4 border-t border-line pt-4 text-soft">
      <span className="min-w-0 truncate">
        Signed in as{' '}
        <Link to="/account" title="Your account" className="tap link">
          {user.email}
        </Link>
      </span>
      <Button kind="quiet" busy={signOut.isPending && 'Signing out'} onClick={() => signOut.mutate()}>
        Sign out
      </Button>
    </p>
  );
}
