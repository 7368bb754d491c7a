import { useRouter } from '@tanstack/react-router';
import { useSignOut } from '@/api/account';
import type { User } from '@/api/types';

/** Who answers, with a way to sign in as somebody else and come back to `next`. */
export function SignedInAs({ user, next }: { user: User; next: string }) {
  const router = useRouter();
  const signOut = useSignOut(() => router.navigate({ to: '/sign-in', search: { next } }));
  return (
    <>
      <span className="block break-words">{user.email}</span>
      <button type="button" className="tap link" onClick={() => signOut.mutate()}>
        {signOut.isPending ? 'Signing out…' : 'Use another account'}
      </button>
    </>
  );
}
