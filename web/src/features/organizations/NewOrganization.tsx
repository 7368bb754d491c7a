import { ApiError } from '@/api/error';
import { applyFieldErrors } from '@/api/form-errors';
import { slugIsFree, useCreateOrganization } from '@/api/organizations';
import type { User } from '@/api/types';
import { Button, ButtonLink } from '@/ui/Button';
import { Input } from '@/ui/Field';
import { Form, FormError } from '@/ui/Form';
import { useGuardedForm } from '@/ui/guarded-form';
import { PageHead } from '@/ui/PageHead';
import { Sheet } from '@/ui/Sheet';
import { SignedInAs } from './SignedInAs';
import { slugFrom } from './slug';

interface NewOrganizationProps {
  user: User;
  /** The second step of signing up: there is no other organization to go back to. */
  isFirst: boolean;
  onCreated: (slug: string) => void;
}

export function NewOrganization({ user, isFirst, onCreated }: NewOrganizationProps) {
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
    <Sheet foot={isFirst && <SignedInAs user={user} />}>
      <PageHead
        title={isFirst ? 'Create your organization' : 'New organization'}
        note={
          isFirst
            ? 'Products, customers and money belong to an organization. You become the owner of this one.'
            : 'You become its owner.'
        }
      />
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
          {!isFirst && (
            <ButtonLink to="/organizations" kind="quiet">
              Back
            </ButtonLink>
          )}
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
