import { useRouter } from '@tanstack/react-router';
import { useSignOut } from '@/api/account';
import type { User } from '@/api/types';
import { Button, ButtonLink } from '@/ui/Button';
import { PageHead } from '@/ui/PageHead';

/** Shown to a user whose e-mail is not the invited one. */
export function OtherUser({ user, email }: { user: User; email: string }) {
  const router = useRouter();
  const signOut = useSignOut();
  return (
    <>
      <PageHead
        title="This invitation is for someone else"
        note={
          <>
            You are signed in as <span className="text-ink break-words">{user.email}</span>. It went to{' '}
            {email ? <span className="text-ink break-words">{email}</span> : 'another address'}; sign out to answer it
            from there.
          </>
        }
      />
      <div className="grid gap-2">
        <Button
          kind="primary"
          busy={signOut.isPending && 'Signing out'}
          // The page itself then shows the next step.
          onClick={() => signOut.mutate(undefined, { onSettled: () => void router.invalidate() })}
        >
          Sign out
        </Button>
        <ButtonLink to="/organizations">Go to your organizations</ButtonLink>
      </div>
    </>
  );
}
