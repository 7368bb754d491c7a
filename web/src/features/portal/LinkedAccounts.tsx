import { useQuery } from '@tanstack/react-query';
import { portalPlatformGrantsQuery, useLinkAccount, useUnlinkAccount, type Platform } from '@/api/portal-own';
import type { PortalCustomer } from '@/api/types';
import { announce } from '@/ui/Announcer';
import { Button } from '@/ui/Button';
import { Section } from '@/ui/Facts';
import { AskFirst } from './AskFirst';
import { accountName, accountsOf, failureOf, platformName } from './linked-accounts';

interface LinkedAccountsProps {
  slug: string;
  platforms: readonly Platform[];
  customer: PortalCustomer;
  /** Why nothing was linked. */
  error: string | undefined;
}

/** Accounts that benefits are given to, where that is set up. */
export function LinkedAccounts({ slug, platforms, customer, error }: LinkedAccountsProps) {
  return (
    <Section title="Linked accounts">
      {error !== undefined && (
        <p role="alert" className="mb-3 border-l-3 border-bad bg-slip px-3 py-2">
          {failureOf(error)}
        </p>
      )}
      <ul className="border-t border-line">
        {platforms.map((platform) => (
          <PlatformRow key={platform} {...{ slug, customer, platform }} />
        ))}
      </ul>
    </Section>
  );
}

function PlatformRow({ slug, customer, platform }: { slug: string; customer: PortalCustomer; platform: Platform }) {
  const { data: grants } = useQuery(portalPlatformGrantsQuery(slug, platform));
  const link = useLinkAccount(slug);
  const unlink = useUnlinkAccount(slug);
  const name = platformName(platform);
  const accounts = accountsOf(customer, platform);
  const waiting = (grants ?? []).filter(({ error }) => isMissing(error)).map(({ benefit }) => benefit.description);
  const onError = ({ message }: Error) => announce(message, true);
  return (
    <li className="grid gap-1 border-b border-line py-2">
      <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="font-medium">{name}</span>
        <Button
          kind="quiet"
          busy={link.isPending && `Opening ${name}`}
          onClick={() => link.mutate(platform, { onError })}
        >
          {accounts.length === 0 ? `Link ${name}` : 'Link another'}
        </Button>
      </span>
      {accounts.map((account) => (
        <span key={account.account_id} className="flex flex-wrap items-center justify-between gap-x-4">
          {accountName(account)}
          <AskFirst
            label="Unlink"
            action={`Unlink ${accountName(account)}`}
            description={`What it was given at ${name} is taken from it.`}
            busy="Unlinking"
            onConfirm={async () => {
              await unlink.mutateAsync({ platform, account_id: account.account_id });
              announce(`${accountName(account)} is no longer linked`);
            }}
          />
        </span>
      ))}
      {waiting.length > 0 && <span className="text-soft">Waiting for it: {waiting.join(', ')}</span>}
    </li>
  );
}

function isMissing(error: { type: string } | null): boolean {
  return error?.type === 'BenefitActionRequiredError';
}
