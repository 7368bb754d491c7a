import { useSuspenseQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useLiftBan, userQuery } from '@/api/admin';
import { withOwnMessage } from '@/api/form-errors';
import type { User } from '@/api/types';
import { ABSENT, word } from '@/lib/format';
import { isAdmin, personName } from '@/lib/people';
import { useNow } from '@/lib/time';
import { announce } from '@/ui/Announcer';
import { Fact, Facts } from '@/ui/Facts';
import { PageActions, type PageAction } from '@/ui/PageActions';
import { PageHead } from '@/ui/PageHead';
import { Id, Time } from '@/ui/Value';
import { adminRefusals } from './refusals';
import { UserOrganizations } from './UserOrganizations';
import { UserQuestions, type Question } from './UserQuestions';
import { UserSessions } from './UserSessions';
import { isBanned, UserStatus } from './user-status';

interface UserDetailProps {
  id: string;
  /** The administrator who views it. */
  admin: User;
  onRemoved: () => void;
}

export function UserDetail({ id, admin, onRemoved }: UserDetailProps) {
  const { data: user } = useSuspenseQuery(userQuery(id));
  const [question, setQuestion] = useState<Question>();
  const now = useNow('machine');
  const actions = useActions(user, { admin, now, ask: setQuestion });

  return (
    <>
      <PageHead
        title={personName(user)}
        mark={<UserStatus user={user} now={now} />}
        up={{ label: 'Users', link: linkOptions({ to: '/admin/users' }) }}
        action={<PageActions actions={actions} />}
      />
      <div className="grid gap-8">
        <div className="max-w-[44rem]">
          <UserFacts user={user} now={now} />
        </div>
        <UserOrganizations userId={id} />
        <UserSessions userId={id} />
      </div>
      <UserQuestions user={user} question={question} onClose={() => setQuestion(undefined)} onRemoved={onRemoved} />
    </>
  );
}

interface Around {
  admin: User;
  now: number;
  ask: (question: Question) => void;
}

/** Actions on a user, without those by which administrators would lock themselves out. */
function useActions(user: User, { admin, now, ask }: Around): PageAction[] {
  const { mutateAsync: lift } = useLiftBan(user.id);
  const self = user.id === admin.id;
  const banned = isBanned(user, now);
  const admins = isAdmin(user);
  return useMemo((): PageAction[] => {
    async function tell(work: Promise<unknown>, done: () => void) {
      try {
        await work;
        done();
      } catch (error) {
        const refused = withOwnMessage(error, adminRefusals);
        announce(refused instanceof Error ? refused.message : 'That did not work. Try again.', true);
      }
    }
    const actAs = { label: 'Act as this user', run: () => ask('act') };
    const setPassword = { label: 'Set a password', run: () => ask('password') };
    const liftBan = { label: 'Lift the ban', run: () => void tell(lift(), () => announce('The ban was lifted')) };
    if (self) return [setPassword];
    return [
      ...(admins || banned ? [setPassword] : [actAs, { ...setPassword, rank: 'more' } as const]),
      { label: 'Change role', rank: 'more', run: () => ask('role') },
      banned ? { ...liftBan, rank: 'more' } : { label: 'Ban', rank: 'danger', run: () => ask('ban') },
      { label: 'Remove user', rank: 'danger', run: () => ask('remove') },
    ];
  }, [user.id, self, banned, admins, lift, ask]);
}

function UserFacts({ user, now }: { user: User; now: number }) {
  return (
    <Facts>
      <Fact term="E-mail">
        {user.email}
        {!user.emailVerified && <span className="text-soft">, not verified</span>}
      </Fact>
      <Fact term="Name">{user.name || ABSENT}</Fact>
      <Fact term="Role">{word(user.role.split(',').join(', '))}</Fact>
      {isBanned(user, now) && (
        <Fact term="Banned">
          {user.banReason ?? 'No reason'},{' '}
          {user.banExpires ? (
            <>
              ends <Time machine at={user.banExpires} />
            </>
          ) : (
            'permanently'
          )}
        </Fact>
      )}
      <Fact term="Signed up">
        <Time at={user.createdAt} />
      </Fact>
      <Fact term="ID">
        <Id id={user.id} />
      </Fact>
    </Facts>
  );
}
