import { useEffect, useState } from 'react';
import { useImpersonate, useRemoveUser, useSetRole } from '@/api/admin';
import { rejectWithOwnMessage } from '@/api/form-errors';
import type { User } from '@/api/types';
import { isAdmin, personName } from '@/lib/people';
import { announce } from '@/ui/Announcer';
import { RadioGroup } from '@/ui/Choice';
import { Confirm } from '@/ui/Confirm';
import { BanUser } from './BanUser';
import { adminRefusals } from './refusals';
import { roleChoices } from './roles';
import { SetPassword } from './SetPassword';
import type { UserDialogProps } from './user-dialog';

/** Confirmations of actions on a user. */
export type Question = 'act' | 'role' | 'ban' | 'password' | 'remove';

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
      <ActAs {...open('act')} />
      <ChangeRole {...open('role')} />
      <BanUser {...open('ban')} />
      <SetPassword {...open('password')} />
      <Remove {...open('remove')} onRemoved={onRemoved} />
    </>
  );
}

function ActAs({ open, onOpenChange, user }: UserDialogProps) {
  const impersonate = useImpersonate();
  return (
    <Confirm
      open={open}
      onOpenChange={onOpenChange}
      title={`Act as ${personName(user)}?`}
      description="For an hour, or until you stop, this browser is signed in as them. What you do is recorded under both names, and secrets stay hidden."
      action="Act as this user"
      busy="Signing in"
      onConfirm={async () => {
        await rejectWithOwnMessage(impersonate.mutateAsync(user.id), adminRefusals);
        // The session has changed, and everything that the page has loaded belongs to the old one.
        window.location.assign('/');
      }}
    />
  );
}

function ChangeRole({ open, onOpenChange, user }: UserDialogProps) {
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
      description="In the whole installation; roles in an organization are set there."
      action="Save role"
      busy="Saving"
      onConfirm={async () => {
        await rejectWithOwnMessage(set.mutateAsync(role), adminRefusals);
        announce(`${personName(user)} has a new role`);
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

function Remove({ open, onOpenChange, user, onRemoved }: UserDialogProps & { onRemoved: () => void }) {
  const remove = useRemoveUser(user.id);
  return (
    <Confirm
      open={open}
      onOpenChange={onOpenChange}
      danger
      title={`Remove ${personName(user)}?`}
      description="The account, its sessions, memberships and keys are deleted, and so is their personal data. This can’t be undone."
      action="Remove user"
      busy="Removing"
      onConfirm={async () => {
        await rejectWithOwnMessage(remove.mutateAsync(), adminRefusals);
        announce(`${personName(user)} was removed`);
        onRemoved();
      }}
    />
  );
}
