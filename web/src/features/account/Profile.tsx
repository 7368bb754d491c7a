import { applyFieldErrors } from '@/api/form-errors';
import { useUpdateProfile } from '@/api/my-account';
import type { User } from '@/api/types';
import { announce } from '@/ui/Announcer';
import { Button } from '@/ui/Button';
import { Input } from '@/ui/Field';
import { Form, FormActions, FormError } from '@/ui/Form';
import { useGuardedForm } from '@/ui/guarded-form';
import { PageHead } from '@/ui/PageHead';
import { EmailAddress } from './EmailAddress';

interface ProfileProps {
  user: User;
  /** The name on the rail changed. */
  onSaved: () => void;
}

export function Profile({ user, onSaved }: ProfileProps) {
  const update = useUpdateProfile();
  const form = useGuardedForm({
    draft: 'profile',
    values: { name: user.name, image: user.image ?? '' },
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isSubmitting, isDirty } = form.formState;

  const submit = form.handleSubmit(async (fields) => {
    try {
      await update.mutateAsync({ name: fields.name.trim(), image: fields.image || null });
      form.reset(fields);
      announce('Saved');
      onSaved();
    } catch (error) {
      applyFieldErrors(form, error);
    }
  });

  return (
    <>
      <PageHead title="Profile" note="How others in your organizations see you." />
      <div className="grid gap-10">
        <Form draft={form.draft} onSubmit={submit} aria-label="Profile">
          <FormError message={errors.root?.message} />
          <div className="grid gap-4">
            <Input
              label="Name"
              autoComplete="name"
              error={errors.name?.message}
              {...form.register('name', {
                validate: (name) => name.trim() !== '' || 'Enter your name as others should see it.',
              })}
            />
            <Input
              label="Picture"
              type="url"
              optional
              hint="The address of a square image, for programs that show it."
              placeholder="https://example.com/you.png"
              error={errors.image?.message}
              {...form.register('image', {
                validate: (url) =>
                  url === '' || /^https?:\/\/./.test(url) || 'Enter a whole address, with https:// in front.',
              })}
            />
          </div>
          <FormActions>
            <Button type="submit" kind="primary" busy={isSubmitting && 'Saving'} disabled={!isDirty}>
              Save
            </Button>
            <Button kind="quiet" disabled={!isDirty} onClick={() => form.reset()}>
              Discard changes
            </Button>
          </FormActions>
        </Form>
        <EmailAddress user={user} onChanged={onSaved} />
      </div>
    </>
  );
}
