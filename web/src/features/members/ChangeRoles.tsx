import { useEffect, useState, type FormEvent } from 'react';
import { withOwnMessage } from '@/api/form-errors';
import { useChangeRoles } from '@/api/members';
import type { Person } from '@/api/types';
import { announce } from '@/ui/Announcer';
import { Button } from '@/ui/Button';
import { CheckboxList } from '@/ui/Choice';
import { Dialog } from '@/ui/Dialog';
import { Form, FormError } from '@/ui/Form';
import { memberRefusals } from './refusals';
import { rolesIn, type roleOptions } from './roles';

interface ChangeRolesProps {
  organizationId: string;
  /** The member; undefined while the dialog is closed. */
  member: Person | undefined;
  options: ReturnType<typeof roleOptions>;
  onClose: () => void;
}

export function ChangeRoles({ organizationId, member, options, onClose }: ChangeRolesProps) {
  const change = useChangeRoles(organizationId);
  const [roles, setRoles] = useState<string[]>([]);
  const [error, setError] = useState<{ at?: 'roles'; text: string }>();
  useEffect(() => {
    setRoles(member ? rolesIn(member.role) : []);
    setError(undefined);
  }, [member]);
  const name = member ? member.user.name || member.user.email : '';

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!member) return;
    if (roles.length === 0) return setError({ at: 'roles', text: 'Give them at least one role, or remove them.' });
    try {
      await change.mutateAsync({ memberId: member.id, roles });
      announce(`${name} has new roles`);
      onClose();
    } catch (cause) {
      const refused = withOwnMessage(cause, memberRefusals);
      setError({ text: refused instanceof Error ? refused.message : 'That did not work. Try again.' });
    }
  }

  return (
    <Dialog
      open={Boolean(member)}
      onOpenChange={(open) => !open && onClose()}
      title={`Roles of ${name}`}
      description="With several, they may do what any of them allows."
    >
      <Form onSubmit={(event) => void submit(event)}>
        <FormError message={error?.at ? undefined : error?.text} />
        <CheckboxList
          legend="Roles"
          options={options}
          value={roles}
          onChange={setRoles}
          error={error?.at && error.text}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={change.isPending && 'Saving'}>
            Save roles
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
