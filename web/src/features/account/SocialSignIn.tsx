import { useQuery } from '@tanstack/react-query';
import { signInOptionsQuery, useStartSignIn } from '@/api/sign-in-options';
import { Button } from '@/ui/Button';
import { FormError } from '@/ui/Form';
import { isAskedByApp, isInvited } from './invited';
import { providerName, providerPage } from './providers';

interface SocialSignInProps {
  /** The path of this app to open afterwards. */
  next: string;
  signUp?: boolean;
}

/** The other services to sign in with; renders nothing if none is configured. */
export function SocialSignIn({ next, signUp = false }: SocialSignInProps) {
  const { data: options } = useQuery(signInOptionsQuery);
  const start = useStartSignIn();
  if (!options || options.providers.length + options.pretend.length === 0) return null;

  const button = (provider: string) => (
    <Button
      key={provider}
      className="w-full"
      busy={start.isPending && start.variables.provider === provider && `Going to ${providerName(provider)}`}
      onClick={() =>
        start.mutate(
          { provider, next, welcome: welcomeOf(next), signUp },
          { onSuccess: ({ url }) => url && window.location.assign(providerPage(url)) },
        )
      }
    >
      Continue with {providerName(provider)}
    </Button>
  );

  return (
    <section aria-label="Other ways to sign in" className="mt-6 grid gap-3">
      <p aria-hidden="true" className="flex items-center gap-3 text-note text-faint">
        <span className="h-px flex-1 bg-line" />
        or
        <span className="h-px flex-1 bg-line" />
      </p>
      <FormError message={start.error?.message} />
      {options.providers.map(button)}
      {options.pretend.length > 0 && (
        <>
          <p className="text-note text-faint">
            Only in this sandbox: services that are made up, and believe who you say you are.
          </p>
          {options.pretend.map(button)}
        </>
      )}
    </section>
  );
}

// New users belong to no organization yet, so only an invitation or an app's request is worth opening.
function welcomeOf(next: string): string {
  return isInvited(next) || isAskedByApp(next) ? next : '/';
}
