import { useQuery } from '@tanstack/react-query';
import { portalCustomerQuery, useChooseAccount, useLinkAccount } from '@/api/portal-own';
import type { PortalGrant } from '@/api/types';
import { announce } from '@/ui/Announcer';
import { Button } from '@/ui/Button';
import { StatusMark } from '@/ui/StatusMark';
import { accountName, accountsOf, platformName, platformOf } from './linked-accounts';

/** A role in a Discord server, or a place in a GitHub repository: who has it, or what is missing. */
export function LinkedAccess({ slug, grant }: { slug: string; grant: PortalGrant }) {
  const { is_granted, error, benefit } = grant;
  const name = platformName(platformOf(benefit.type));
  if (is_granted) return <Given slug={slug} grant={grant} />;
  if (error?.type === 'BenefitActionRequiredError') return <Missing slug={slug} grant={grant} />;
  if (error)
    return (
      <p className="text-soft">
        <StatusMark tone="bad">Not added</StatusMark> {name} did not let us add you. The seller sees this too, and can
        try again.
      </p>
    );
  return (
    <p className="text-soft" role="status">
      <StatusMark tone="wait">Pending</StatusMark> You are being added. This takes a moment.
    </p>
  );
}

function Missing({ slug, grant: { benefit } }: { slug: string; grant: PortalGrant }) {
  const { data: customer } = useQuery(portalCustomerQuery(slug));
  const link = useLinkAccount(slug);
  const platform = platformOf(benefit.type);
  const name = platformName(platform);
  const purpose = platform === 'discord' ? 'to join' : 'to get access';
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-soft">It is given to your {name} account.</p>
      {customer?.limited_to_checkout ? (
        <p className="text-soft">Sign out, and sign in with a code by mail, to link it.</p>
      ) : (
        <Button
          busy={link.isPending && `Opening ${name}`}
          onClick={() => link.mutate(platform, { onError: ({ message }) => announce(message, true) })}
        >
          Link {name} {purpose}
        </Button>
      )}
    </div>
  );
}

function Given({ slug, grant }: { slug: string; grant: PortalGrant }) {
  const { data: customer } = useQuery(portalCustomerQuery(slug));
  const choose = useChooseAccount(slug, grant);
  const platform = platformOf(grant.benefit.type);
  const accounts = accountsOf(customer, platform);
  const id = grant.properties['account_id'];
  const { repository_owner: owner, repository_name: repository } = grant.benefit.properties as Record<string, string>;
  const others = accounts.filter(({ account_id }) => account_id !== id);
  const mine = accounts.find(({ account_id }) => account_id === id);
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-soft">
        <StatusMark tone="good">{platform === 'discord' ? 'Joined' : 'Added'}</StatusMark>{' '}
        {mine ? `as ${accountName(mine)}` : `with your ${platformName(platform)} account`}
        {owner && repository && (
          <>
            {' to '}
            <a className="link" href={`https://github.com/${owner}/${repository}`}>
              {owner}/{repository}
            </a>
            . Accept the invitation there, if you have not yet
          </>
        )}
        .
      </p>
      {others.map((account) => (
        <Button
          key={account.account_id}
          kind="quiet"
          busy={choose.isPending && choose.variables === account.account_id && 'Changing'}
          onClick={() => choose.mutate(account.account_id, { onError: ({ message }) => announce(message, true) })}
        >
          Use {accountName(account)} instead
        </Button>
      ))}
    </div>
  );
}
