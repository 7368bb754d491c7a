import { linkOptions } from '@tanstack/react-router';
import { useCreateUser } from '@/api/admin';
import { applyFieldErrors, withOwnMessage } from '@/api/form-errors';
import { announce } from '@/ui/Announcer';
import { RadioGroup } from '@/ui/Choice';
import { Input } from '@/ui/Field';
import { FormPage } from '@/ui/FormPage';
import { useGuardedForm } from '@/ui/guarded-form';
import { adminRefusals } from './refusals';
import { roleChoices } from './roles';
import { COMPLETE_ADDRESS } from '../../lib/e-mail';

export function NewUser({ onCreated }: { onCreated: (id: string) => void }) {
  const create = useCreateUser();
  const form = useGuardedForm({ defaultValues: { email: '', name: '', password: '', role: 'user' } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (person) => {
    try {
      const { user } = await create.mutateAsync(person);
      announce(`${person.email} was created`);
      onCreated(user.id);
    } catch (error) {
      applyFieldErrors(form, withOwnMessage(error, adminRefusals));
    }
  });

  return (
    <FormPage
      draft={form.draft}
      title="New user"
      note="No mail is sent. Tell them the password yourself; they can change it."
      up={{ label: 'Users', link: linkOptions({ to: '/admin/users' }) }}
      error={errors.root?.message}
      action="Create user"
      busy={isSubmitting && 'Creating'}
      onSubmit={submit}
    >
      <div className="grid gap-4">
        <Input
          label="E-mail"
          type="email"
          autoComplete="off"
          error={errors.email?.message}
          {...form.register('email', {
            required: 'Enter their e-mail address.',
            pattern: { value: COMPLETE_ADDRESS, message: 'Enter a complete e-mail address.' },
          })}
        />
        <Input
          label="Name"
          autoComplete="off"
          error={errors.name?.message}
          {...form.register('name', { required: 'Enter their name as others should see it.' })}
        />
        <Input
          label="Password"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.password?.message}
          {...form.register('password', { required: 'Choose a password for them.' })}
        />
      </div>
      <RadioGroup legend="Role" options={roleChoices} error={errors.role?.message} {...form.register('role')} />
    </FormPage>
  );
}
