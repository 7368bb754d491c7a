import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/Choice';
import { Input } from '@/ui/Field';
import { Form } from '@/ui/Form';
import { useGuardedForm } from '@/ui/guarded-form';
import { PageHead } from '@/ui/PageHead';
import { Sheet } from '@/ui/Sheet';
import { StatusMark } from '@/ui/StatusMark';
import { pretendCode, providerName, type PretendProfile } from './providers';

interface PretendProviderProps {
  provider: string;
  state: string;
  email: string;
}

/** In the sandbox: the page of a pretend identity provider, where the user chooses who to be. */
export function PretendProvider({ provider, state, email }: PretendProviderProps) {
  const form = useGuardedForm<PretendProfile>({
    draft: false,
    defaultValues: {
      email: email || 'pat@example.com',
      name: email ? '' : 'Pat Pretend',
      emailVerified: true,
      picture: '',
      accountId: '',
    },
  });
  const { errors } = form.formState;
  // Always redirects to this server, whatever the address says.
  const leave = (answer: Record<string, string>) =>
    window.location.assign(`/api/auth/callback/${provider}?${new URLSearchParams({ ...answer, state })}`);

  return (
    <Sheet>
      <PageHead
        title="Choose who you are"
        mark={<StatusMark tone="warn">Sandbox</StatusMark>}
        note={`${providerName(provider)} is made up. A real service would ask you to sign in; here you say who you are, and are believed.`}
      />
      <Form onSubmit={form.handleSubmit((profile) => leave({ code: pretendCode(profile) }))}>
        <div className="grid gap-4">
          <Input
            label="E-mail"
            type="email"
            autoComplete="off"
            error={errors.email?.message}
            {...form.register('email', { required: 'Enter an e-mail; a real service would know it.' })}
          />
          <Checkbox
            label="The service has verified this e-mail"
            hint="If not, users who already have an account here can’t sign in with it."
            {...form.register('emailVerified')}
          />
          <Input label="Name" autoComplete="off" {...form.register('name')} />
          <Input
            label="Picture"
            type="url"
            optional
            autoComplete="off"
            placeholder="https://example.com/pat.png"
            {...form.register('picture')}
          />
          <Input
            label="Account’s id there"
            optional
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            hint="The same id is the same account there. Without one, each e-mail has its own."
            {...form.register('accountId')}
          />
        </div>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" kind="primary">
            Continue
          </Button>
          <Button onClick={() => leave({ error: 'access_denied' })}>Decline</Button>
          <Button kind="quiet" onClick={() => leave({ code: 'bad' })}>
            Fail the exchange
          </Button>
        </div>
      </Form>
    </Sheet>
  );
}
