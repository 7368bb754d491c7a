import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { applyFieldErrors, withOwnMessage } from '@/api/form-errors';
import { useActing } from '@/api/account';
import { accountsQuery, useDeleteUser } from '@/api/my-account';
import { signInOptionsQuery } from '@/api/sign-in-options';
import type { User } from '@/api/types';
import { Button } from '@/ui/Button';
import { Confirm } from '@/ui/Confirm';
import { Input } from '@/ui/Field';
import { Form, FormError } from '@/ui/Form';
import { useGuardedForm } from '@/ui/guarded-form';
import { PageHead } from '@/ui/PageHead';
import { SandboxMail } from './SandboxMail';

const words = {
  INVALID_PASSWORD: { at: 'password', text: 'This is not your password.' },
  SESSION_EXPIRED: 'You signed in a while ago. Sign out and in again, then delete the account.',
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER:
    'You are the only owner of an organization that has other members. Make one of them an owner first, or remove them.',
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION:
    'An organization that would go with you still has a running subscription or an open order. End those first.',
  VERIFICATION_EMAIL_ISNT_ENABLED: 'No mails are sent from here, so the deletion can’t be confirmed.',
} as const;

interface DeleteAccountProps {
  user: User;
  /** Leaves this page once the account is deleted. */
  onDeleted: () => Promise<void>;
}

export function DeleteAccount({ user, onDeleted }: DeleteAccountProps) {
  const { data: options } = useQuery(signInOptionsQuery);
  if (useActing()) {
    return (
      <PageHead
        title="Delete account"
        note={`Only ${user.email} asks for this. As an administrator, you remove the user in the administration.`}
      />
    );
  }
  if (options?.delete_user === 'off') {
    return (
      <PageHead
        title="Delete account"
        note="People don’t delete their accounts themselves here. Ask your administrator."
      />
    );
  }
  return (
    <>
      <PageHead title="Delete account" note="This can’t be undone." />
      <div className="grid max-w-form gap-8">
        <Consequences />
        <Deletion user={user} byMail={options?.delete_user === 'mail'} onDeleted={onDeleted} />
      </div>
    </>
  );
}

function Consequences() {
  return (
    <ul className="border-t border-line [&>li]:border-b [&>li]:border-line [&>li]:py-2">
      <li>Your name, e-mail, picture, password and linked accounts are erased. You are signed out everywhere.</li>
      <li>You leave every organization. What you did there stays in its ledger, without your name.</li>
      <li>
        An organization in which you are the only member is deleted with you. While it has a running subscription or an
        open order, neither goes.
      </li>
      <li>Where you are the only owner among others, make one of them an owner first.</li>
    </ul>
  );
}

interface DeletionProps extends DeleteAccountProps {
  /** The account is deleted by a link in a mail, not by the button. */
  byMail: boolean;
}

function Deletion({ user, byMail, onDeleted }: DeletionProps) {
  const { data: accounts } = useSuspenseQuery(accountsQuery);
  const hasPassword = accounts.some(({ provider }) => provider === 'credential');
  const form = useGuardedForm({ draft: false, defaultValues: { password: '' } });
  const [asking, setAsking] = useState(false);
  const remove = useDeleteUser(onDeleted);
  const { errors, isSubmitting } = form.formState;

  async function go() {
    try {
      await remove.mutateAsync(hasPassword ? form.getValues('password') : undefined);
      form.reset();
    } catch (error) {
      applyFieldErrors(form, withOwnMessage(error, words));
    }
  }

  if (remove.data && !remove.data.gone) return <MailSent to={user.email} />;
  return (
    <Form onSubmit={form.handleSubmit(() => (byMail ? go() : setAsking(true)))} aria-label="Delete account">
      <FormError message={errors.root?.message} />
      {hasPassword && (
        <Input
          label="Password"
          type="password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register('password', { required: 'Enter your password, to show that it is you.' })}
        />
      )}
      {byMail && (
        <p className="text-soft">
          We send a link to {user.email}. Nothing is deleted before you open it, in a browser where you are signed in.
        </p>
      )}
      <div>
        <Button type="submit" kind="caution" busy={isSubmitting && 'Asking'}>
          {byMail ? 'Send me the link' : 'Delete account'}
        </Button>
      </div>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        danger
        title={`Delete the account of ${user.email}?`}
        description="It is gone at once and for good."
        action="Delete account"
        busy="Deleting"
        onConfirm={go}
      />
    </Form>
  );
}

function MailSent({ to }: { to: string }) {
  return (
    <div role="status" className="grid gap-2 border-l-2 border-amber bg-amber-wash px-3 py-2">
      <p>
        <span className="font-medium">Nothing is deleted yet.</span> Open the link that we sent to {to}, here in this
        browser.
      </p>
      <SandboxMail to={to} />
    </div>
  );
}
