import { ButtonLink } from '@/ui/Button';
import { PageHead } from '@/ui/PageHead';
import { Sheet } from '@/ui/Shell';

const known: Record<string, string> = {
  INVALID_TOKEN: 'The link is cut off, was used before or has expired. Ask for a new one.',
  token_expired: 'The link has expired. Ask for a new one.',
  invalid_token: 'The link is cut off or was used before. Ask for a new one.',
  state_mismatch: 'The sign-in was begun in another browser or took too long. Begin it again.',
  access_denied: 'The sign-in was declined at the other service. Nothing was changed.',
};

/** Where sign-in links and other services send people when something went wrong. */
export function AccountError({ code }: { code: string }) {
  return (
    <Sheet>
      <PageHead title="That did not work" note={known[code] ?? 'The request was refused. Nothing was changed.'} />
      {code && (
        <p className="mb-6 text-soft">
          Code <code className="font-mono text-[13px] break-all">{code}</code>
        </p>
      )}
      <ButtonLink to="/sign-in" kind="primary">
        Go to sign-in
      </ButtonLink>
    </Sheet>
  );
}
