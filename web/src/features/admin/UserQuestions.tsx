import { useEffect, useState } from 'react';
import { useRemoveUser, useSetRole } from '@/api/admin';
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
