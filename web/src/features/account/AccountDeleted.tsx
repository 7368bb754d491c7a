import { ButtonLink } from '@/ui/Button';
import { PageHead } from '@/ui/PageHead';
import { Sheet } from '@/ui/Sheet';

/** Shown after the account is deleted, by the link in the mail or at once. */
export function AccountDeleted() {
  return (
    <Sheet>
      <PageHead
        title="Your account is deleted"
        note="You are signed out everywhere. Your name, your e-mail and what you signed in with are erased; the e-mail is free for a new account."
      />
      <ButtonLink to="/sign-up">Create an account</ButtonLink>
    </Sheet>
  );
}
