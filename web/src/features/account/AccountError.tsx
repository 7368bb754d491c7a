import { ButtonLink } from '@/ui/Button';
import { PageHead } from '@/ui/PageHead';
import { Sheet } from '@/ui/Sheet';
import { reasonOf } from './error-reasons';

interface AccountErrorProps {
  code: string;
  /** A signed-in user was linking an account. */
  fromAccount: boolean;
}

/** The page that sign-in links and other services redirect to after an error. */
export function AccountError({ code, fromAccount }: AccountErrorProps) {
  const { title, text, remedy } = reasonOf(code);
  return (
    <Sheet>
      <PageHead title={title} note={text} />
      <div className="flex flex-wrap gap-2">
        {fromAccount ? (
          <ButtonLink to="/account/sign-in" kind="primary">
            Back to your account
          </ButtonLink>
        ) : (
          <ButtonLink
            to="/sign-in"
            search={remedy === 'link' ? { next: '/account/sign-in' } : {}}
            kind={remedy === 'new-link' ? 'plain' : 'primary'}
          >
            Go to sign-in
          </ButtonLink>
        )}
        {code === 'signup_disabled' && <ButtonLink to="/sign-up">Create an account</ButtonLink>}
      </div>
      {code && (
        <p className="mt-6 text-note text-faint">
          Code <code className="font-mono break-all">{code}</code>
        </p>
      )}
    </Sheet>
  );
}
