import { useEffect, useState } from 'react';
import { useRemoveUser, useSetRole } from '@/api/admin';
import { sayingWhy } from '@/api/form-errors';
import type { User } from '@/api/types';
import { isAdmin, personName } from '@/lib/people';
import { announce } from '@/ui/Announcer';
import { RadioGroup } from '@/ui/Choice';
import { Confirm } from '@/ui/Confirm';
import { BanUser } from './BanUser';
import { adminRefusals } from './refusals';
import { roleChoices } from './roles';
import { SetPassword } from './SetPassword';

/** What is asked before something is done to a user. */
export type Question = 'role' | 'ban' | 'password' | 'remove';

interface UserQuestionsProps {
  user: User;
  question: Question | undefined;
  onClose: () => void;
  onRemoved: () => void;
}

export function UserQuestions({ user, question, onClose, onRemoved }: UserQuestionsProps) {
  const open = (asked: Question) => ({
    open: question === asked,
    onOpenChange: (on: boolean) => !on && onClose(),
    user,
  });
  return (
    <>
      <ChangeRole {...open('role')} />
      <BanUser {...open('ban')} />
      <SetPassword {...open('password')} />
      <Remove {...open('remove')} onRemoved={onRemoved} />
    </>
  );
}

export interface AskedProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  user: User;
}

function ChangeRole({ open, onOpenChange, user }: AskedProps) {
  const [role, setRole] = useState('user');
  const set = useSetRole(user.id);
  useEffect(() => {
    if (open) setRole(isAdmin(user) ? 'admin' : 'user');
  }, [open, user]);
  return (
    <Confirm
      open={open}
      onOpenChange={onOpenChange}
      title={`Role of ${personName(user)}`}
      description="In the whole installation; what they may do in an organization is said there."
      action="Save role"
      busy="Saving"
      onConfirm={async () => {
        await sayingWhy(set.mutateAsync(role), adminRefusals);
        announce(`${personName(user)} has another role now`);
      }}
    >
      <RadioGroup
        legend="Role"
        name="role"
        options={roleChoices}
        checkedValue={role}
        onChange={(event) => setRole(event.target.value)}
      />
    </Confirm>
  );
}

function Remove({ open, onOpenChange, user, onRemoved }: AskedProps & { onRemoved: () => void }) {
  const remove = useRemoveUser(user.id);
  return (
    <Confirm
      open={open}
      onOpenChange={onOpenChange}
      danger
      title={`Remove ${personName(user)}?`}
      description="The account, its sessions, memberships and keys go, and so does what is known about the person. This can’t be undone."
      action="Remove user"
      busy="Removing"
      onConfirm={async () => {
        await sayingWhy(remove.mutateAsync(), adminRefusals);
        announce(`${personName(user)} was removed`);
        onRemoved();
      }}
    />
  );
}
