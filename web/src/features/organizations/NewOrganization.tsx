import { ApiError } from '@/api/error';
import { applyFieldErrors } from '@/api/form-errors';
import { slugIsFree, useCreateOrganization } from '@/api/organizations';
import { Button, ButtonLink } from '@/ui/Button';
import { Input } from '@/ui/Field';
import { Form, FormError } from '@/ui/Form';
import { useGuardedForm } from '@/ui/guarded-form';
import { PageHead } from '@/ui/PageHead';
import { Sheet } from '@/ui/Shell';
import { slugFrom } from './slug';

export function NewOrganization({ onCreated }: { onCreated: (slug: string) => void }) {
  const form = useGuardedForm({ defaultValues: { name: '', slug: '' } });
  const create = useCreateOrganization();
  const { errors, dirtyFields } = form.formState;

  const submit = form.handleSubmit(async (organization) => {
    try {
      onCreated((await create.mutateAsync(organization)).slug);
    } catch (error) {
      applyFieldErrors(form, explained(error));
    }
  });

  return (
    <Sheet>
      <PageHead title="New organization" note="You become its owner." />
      <Form draft={form.draft} onSubmit={submit}>
        <FormError message={errors.root?.message} />
        <div className="grid gap-4">
          <Input
            label="Name"
            autoComplete="organization"
            hint="As customers see it at the checkout and on receipts."
            error={errors.name?.message}
            {...form.register('name', {
              minLength: { value: 3, message: 'Use at least 3 characters.' },
              required: 'Enter the name customers know you by.',
              onChange: (event: { target: { value: string } }) => {
                if (!dirtyFields.slug) form.setValue('slug', slugFrom(event.target.value), { shouldDirty: false });
              },
            })}
          />
          <Input
            label="Address"
            autoCapitalize="none"
            spellCheck={false}
            hint={`${window.location.host}/${form.watch('slug') || 'your-name'}`}
            error={errors.slug?.message}
            {...form.register('slug', {
              required: 'Enter an address for your pages.',
              minLength: { value: 3, message: 'Use at least 3 characters.' },
              pattern: {
                value: /^[a-z0-9]+(-[a-z0-9]+)*$/,
                message: 'Use lower-case letters, digits and single hyphens.',
              },
              validate: async (slug) => (await slugIsFree(slug)) || 'This address is taken. Try another one.',
            })}
          />
        </div>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" kind="primary" busy={form.formState.isSubmitting && 'Creating'}>
            Create organization
          </Button>
          <ButtonLink to="/organizations" kind="quiet">
            Back
          </ButtonLink>
        </div>
      </Form>
    </Sheet>
  );
}

function explained(error: unknown): unknown {
  if (error instanceof ApiError && error.code === 'ORGANIZATION_ALREADY_EXISTS') {
    return new ApiError(error.status, error.code, error.message, { slug: 'This address is taken. Try another one.' });
  }
  return error;
}
