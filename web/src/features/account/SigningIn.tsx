import { useSuspenseQuery } from '@tanstack/react-query';
import { useActing } from '@/api/account';
import { accountsQuery } from '@/api/my-account';
import type { User } from '@/api/types';
import { Section } from '@/ui/Facts';
import { PageHead } from '@/ui/PageHead';
import { ChangePassword } from './ChangePassword';
import { FirstPassword } from './FirstPassword';
import { LinkedAccounts } from './LinkedAccounts';

/** Sign-in methods: the password and accounts at other services. */
export function SigningIn({ user }: { user: User }) {
  const { data: accounts } = useSuspenseQuery(accountsQuery);
  const hasPassword = accounts.some(({ provider }) => provider === 'credential');
  if (useActing())
    return (
      <PageHead
        title="Signing in"
        note={`Only ${user.email} changes what opens this account. As an administrator, you set a password in the administration.`}
      />
    );
  return (
    <>
      <PageHead title="Signing in" note={`How you sign in, besides your e-mail ${user.email}.`} />
      <div className="grid max-w-form gap-10">
        <Section title="Password">
          {hasPassword ? <ChangePassword email={user.email} /> : <FirstPassword email={user.email} />}
        </Section>
        <LinkedAccounts accounts={accounts} />
      </div>
    </>
  );
}
