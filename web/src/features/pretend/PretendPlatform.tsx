import { Button } from '@/ui/Button';
import { Input } from '@/ui/Field';
import { Form } from '@/ui/Form';
import { useGuardedForm } from '@/ui/guarded-form';
import { PageHead } from '@/ui/PageHead';
import { Sheet } from '@/ui/Sheet';
import { StatusMark } from '@/ui/StatusMark';

interface PretendPlatformProps {
  platform: 'discord' | 'github';
  kind: 'install' | 'link';
  /** A path of ours. */
  back: string;
  state: string;
}

const words = {
  discord: {
    install: [
      'Add the bot to a server',
      'Server',
      'readers-club',
      'Each name is a server of its own, with the roles Member, Supporter and Moderator.',
    ],
    link: ['Choose who you are at Discord', 'User name', 'pat', 'Each name is an account of its own.'],
  },
  github: {
    install: [
      'Install the app',
      'User or organization',
      'paper-atlas',
      'Each name is an account with three repositories.',
    ],
    link: ['Choose who you are at GitHub', 'User name', 'pat', 'Each name is an account of its own.'],
  },
} as const;

/** In the sandbox: the page of a pretend Discord or GitHub, where everybody is believed. The name is the code. */
export function PretendPlatform({ platform, kind, back, state }: PretendPlatformProps) {
  const [title, label, name, hint] = words[platform][kind];
  const form = useGuardedForm<{ name: string }>({ draft: false, defaultValues: { name } });
  const leave = (answer: Record<string, string>) =>
    window.location.assign(`${back}?${new URLSearchParams({ ...answer, state })}`);
  return (
    <Sheet>
      <PageHead
        title={title}
        mark={<StatusMark tone="warn">Sandbox</StatusMark>}
        note={`This ${platform === 'discord' ? 'Discord' : 'GitHub'} is made up. The real one would ask you to sign in; here you are believed.`}
      />
      <Form onSubmit={form.handleSubmit((values) => leave({ code: values.name.trim() }))}>
        <Input
          label={label}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint={hint}
          error={form.formState.errors.name?.message}
          {...form.register('name', {
            required: 'Enter a name.',
            pattern: {
              value: /^\s*[a-z\d](?:-?[a-z\d]){0,38}\s*$/,
              message: 'Use lower-case letters, digits and single hyphens, at most 39.',
            },
          })}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" kind="primary">
            {kind === 'install' ? 'Install' : 'Continue'}
          </Button>
          <Button onClick={() => leave({ error: 'access_denied' })}>Decline</Button>
        </div>
      </Form>
    </Sheet>
  );
}
