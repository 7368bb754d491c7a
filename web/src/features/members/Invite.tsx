import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { Controller } from 'react-hook-form';
import { applyFieldErrors, withOwnMessage } from '@/api/form-errors';
import { useInvite } from '@/api/invitations';
import { ownRolesQuery } from '@/api/members';
import { teamsQuery } from '@/api/teams';
import type { Organization } from '@/api/types';
import { announce } from '@/ui/Announcer';
import { CheckboxList } from '@/ui/Choice';
import { Input, Select } from '@/ui/Field';
import { FormPage } from '@/ui/FormPage';
import { useGuardedForm } from '@/ui/guarded-form';
import { invitationRefusals } from './refusals';
import { roleOptions } from './roles';
import { COMPLETE_ADDRESS } from '../../lib/e-mail';

interface InviteProps {
  organization: Organization;
  onInvited: () => void;
}

export function Invite({ organization, onInvited }: InviteProps) {
  const { data: own = [] } = useQuery(ownRolesQuery(organization.id));
  const { data: teams } = useQuery(teamsQuery(organization.id));
  const invite = useInvite(organization.id);
  const form = useGuardedForm({ defaultValues: { email: '', role: ['member'], teamId: '' } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ email, role, teamId }) => {
    try {
      await invite.mutateAsync({ email, role, ...(teamId && { teamId }) });
      announce(`${email} was invited`);
      onInvited();
    } catch (error) {
      applyFieldErrors(form, withOwnMessage(error, invitationRefusals));
    }
  });

  return (
    <FormPage
      draft={form.draft}
      title="Invite someone"
      note="They get a mail with a link, and can create an account on the way."
      up={{ label: 'Members', link: linkOptions({ to: '/$org/members', params: { org: organization.slug } }) }}
      error={errors.root?.message}
      action="Send invitation"
      busy={isSubmitting && 'Inviting'}
      onSubmit={submit}
    >
      <Input
        label="E-mail"
        type="email"
        autoComplete="off"
        hint="Only this address can accept the invitation."
        error={errors.email?.message}
        {...form.register('email', {
          required: 'Enter the address to invite.',
          pattern: { value: COMPLETE_ADDRESS, message: 'Enter a complete e-mail address.' },
        })}
      />
      <Controller
        control={form.control}
        name="role"
        rules={{ validate: (roles) => roles.length > 0 || 'Choose at least one role.' }}
        render={({ field, fieldState }) => (
          <CheckboxList
            legend="Roles"
            options={roleOptions(own, own)}
            value={field.value}
            onChange={field.onChange}
            error={fieldState.error?.message}
          />
        )}
      />
      {teams && teams.length > 0 && (
        <Select label="Team" optional error={errors.teamId?.message} {...form.register('teamId')}>
          <option value="">No team</option>
          {teams.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </FormPage>
  );
}
