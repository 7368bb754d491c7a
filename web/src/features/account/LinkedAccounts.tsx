import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { rejectWithOwnMessage } from '@/api/form-errors';
import { useUnlinkAccount } from '@/api/my-account';
import { signInOptionsQuery, useStartLinking } from '@/api/sign-in-options';
import type { LinkedAccount } from '@/api/types';
import { announce } from '@/ui/Announcer';
import { Button } from '@/ui/Button';
import { Confirm } from '@/ui/Confirm';
import { Section } from '@/ui/Facts';
import { FormError } from '@/ui/Form';
import { Id, Time } from '@/ui/Value';
import { providerName, providerPage } from './providers';

const words = {
  SESSION_IS_NOT_FRESH: 'You signed in a while ago. Sign out and in again, then unlink it.',
  YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT: 'It is your only way in. Set a password or link another service first.',
};

export function LinkedAccounts({ accounts }: { accounts: LinkedAccount[] }) {
  const { data: options } = useQuery(signInOptionsQuery);
  const [unlinking, setUnlinking] = useState<LinkedAccount>();
  const unlink = useUnlinkAccount();
  const start = useStartLinking();
  const linked = accounts.filter(({ provider }) => provider !== 'credential');
  const onlyWayIn = accounts.length === 1 && !options?.unlink_last;
  const open = [...(options?.providers ?? []), ...(options?.pretend ?? [])].filter(
    (one) => !linked.some(({ provider }) => provider === one),
  );
  if (linked.length + open.length === 0) return null;
  const name = providerName(unlinking?.provider ?? '');
  return (
    <Section title="Linked accounts">
      <div className="grid gap-3">
        <p className="text-soft">Accounts at other services that sign you in here.</p>
        <FormError message={start.error?.message} />
        <ul className="border-t border-ink">
          {linked.map((account) => (
            <Row key={account.id} provider={account.provider}>
              <span className="text-note text-soft">
                Linked <Time machine at={account.createdAt} />, <Id id={account.accountId} />
              </span>
              {onlyWayIn ? (
                <span className="ml-auto pr-3 text-soft">Your only way in</span>
              ) : (
                <Button
                  kind="quiet"
                  className="ml-auto"
                  aria-label={`Unlink ${providerName(account.provider)}`}
                  onClick={() => setUnlinking(account)}
                >
                  Unlink
                </Button>
              )}
            </Row>
          ))}
          {open.map((provider) => (
            <Row key={provider} provider={provider}>
              <span className="text-note text-soft">Not linked</span>
              <Button
                kind="quiet"
                className="ml-auto"
                aria-label={`Link ${providerName(provider)}`}
                busy={start.isPending && start.variables === provider && 'Redirecting'}
                onClick={() =>
                  start.mutate(provider, { onSuccess: ({ url }) => window.location.assign(providerPage(url)) })
                }
              >
                Link
              </Button>
            </Row>
          ))}
        </ul>
        {linked.length > 0 && onlyWayIn && (
          <p className="text-note text-faint">Before you can unlink it, set a password or link another service.</p>
        )}
      </div>
      <Confirm
        open={Boolean(unlinking)}
        onOpenChange={(next) => !next && setUnlinking(undefined)}
        danger
        title={`Unlink ${name}?`}
        description={`${name} no longer signs you in here. Nothing changes there, and you can link it again.`}
        action="Unlink"
        busy="Unlinking"
        onConfirm={async () => {
          if (!unlinking) return;
          const { provider: providerId, accountId } = unlinking;
          await rejectWithOwnMessage(unlink.mutateAsync({ providerId, accountId }), words);
          announce('Unlinked');
        }}
      />
    </Section>
  );
}

function Row({ provider, children }: { provider: string; children: React.ReactNode }) {
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-4 border-b border-line py-1 sm:pl-2">
      <span className="font-medium">{providerName(provider)}</span>
      {children}
    </li>
  );
}
