import { Controller } from 'react-hook-form';
import { applyFieldErrors, withOwnMessage } from '@/api/form-errors';
import { useChangeRoles } from '@/api/members';
import type { Person } from '@/api/types';
import { announce } from '@/ui/Announcer';
import { Button } from '@/ui/Button';
import { CheckboxList } from '@/ui/Choice';
import { Dialog } from '@/ui/Dialog';
import { DialogCancel } from '@/ui/DialogCancel';
import { Form, FormError } from '@/ui/Form';
import { useGuardedForm } from '@/ui/guarded-form';
import { memberRefusals } from './refusals';
import { rolesIn, type roleOptions } from './roles';

interface ChangeRolesProps {
  organizationId: string;
  /** The member; undefined while the dialog is closed. */
  member: Person | undefined;
  options: ReturnType<typeof roleOptions>;
  onClose: () => void;
}

export function ChangeRoles({ member, ...props }: ChangeRolesProps) {
  return (
    <Dialog
      open={Boolean(member)}
      onOpenChange={(open) => !open && props.onClose()}
      title={`Roles of ${member ? member.user.name || member.user.email : ''}`}
      description="With several, they may do what any of them allows."
    >
      {member && <RolesForm {...props} member={member} />}
    </Dialog>
  );
}

function RolesForm({ organizationId, member, options, onClose }: ChangeRolesProps & { member: Person }) {
  const change = useChangeRoles(organizationId);
  const form = useGuardedForm({
    draft: `roles of ${member.id}`,
    defaultValues: { roles: rolesIn(member.role) as string[] },
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ roles }) => {
    try {
      await change.mutateAsync({ memberId: member.id, roles });
      announce(`${member.user.name || member.user.email} has new roles`);
      onClose();
    } catch (error) {
      applyFieldErrors(form, withOwnMessage(error, memberRefusals));
    }
  });

  return (
    <Form draft={form.draft} onSubmit={submit}>
      <FormError message={errors.root?.message} />
      <Controller
        control={form.control}
        name="roles"
        rules={{ validate: (roles) => roles.length > 0 || 'Give them at least one role, or remove them.' }}
        render={({ field, fieldState }) => (
          <CheckboxList
            legend="Roles"
            options={options}
            value={field.value}
            onChange={field.onChange}
            error={fieldState.error?.message}
          />
        )}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <DialogCancel />
        <Button type="submit" kind="primary" busy={isSubmitting && 'Saving'}>
          Save roles
        </Button>
      </div>
    </Form>
  );
}
