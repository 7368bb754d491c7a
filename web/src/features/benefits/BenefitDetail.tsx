import { useSuspenseQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { benefitQuery, useDeleteBenefit } from '@/api/benefits';
import { useTimeline } from '@/api/ledger';
import { useMayChange } from '@/api/members';
import type { Organization } from '@/api/types';
import { word } from '@/lib/format';
import { announce } from '@/ui/Announcer';
import { Confirm } from '@/ui/Confirm';
import { Detail, Fact, Facts } from '@/ui/Facts';
import { PageActions, type PageAction } from '@/ui/PageActions';
import { PageHead } from '@/ui/PageHead';
import { Timeline } from '@/ui/Timeline';
import { Id, Time } from '@/ui/Value';
import { BenefitGlance } from './BenefitGlance';
import { BenefitTerms } from './BenefitTerms';
import { GrantProgress } from './GrantProgress';
import { Grants, type GrantSearch } from './Grants';

interface BenefitDetailProps {
  organization: Organization;
  id: string;
  search: GrantSearch;
  onSearch: (change: Partial<GrantSearch>) => void;
  onDeleted: () => void;
}

export function BenefitDetail({ organization, id, search, onSearch, onDeleted }: BenefitDetailProps) {
  const { data: benefit } = useSuspenseQuery(benefitQuery(id));
  const history = useTimeline(organization.id, 'benefit', id);
  const [deleting, setDeleting] = useState(false);
  const remove = useDeleteBenefit(id);
  const org = organization.slug;

  const actions = useMemo(
    (): PageAction[] => [
      {
        label: 'Edit benefit',
        short: 'Edit',
        link: linkOptions({ to: '/$org/benefits/$id/edit', params: { org, id } }),
      },
      ...(benefit.deletable
        ? [{ label: 'Delete benefit', rank: 'danger', run: () => setDeleting(true) } as const]
        : []),
    ],
    [benefit.deletable, org, id],
  );

  return (
    <>
      <PageHead
        title={benefit.description}
        up={{ label: 'Benefits', link: linkOptions({ to: '/$org/benefits', params: { org } }) }}
        action={<PageActions offered={useMayChange(organization.id)} actions={actions} />}
      />
      <BenefitGlance benefit={benefit} />
      <GrantProgress organizationId={organization.id} of={{ benefit: id }} />
      <Detail side={<Timeline subject="benefit" id={id} query={history} />}>
        <Facts>
          <Fact term="Type">{word(benefit.type)}</Fact>
          <BenefitTerms {...{ benefit, org }} />
          <Fact term="Created">
            <Time at={benefit.created_at} />
          </Fact>
          <Fact term="Changed">
            <Time at={benefit.modified_at} />
          </Fact>
          <Fact term="ID">
            <Id id={id} />
          </Fact>
        </Facts>
        <Grants benefit={benefit} organization={organization} search={search} onSearch={onSearch} />
      </Detail>
      <Confirm
        open={deleting}
        onOpenChange={setDeleting}
        danger
        title={`Delete “${benefit.description}”?`}
        description="It is taken from every product, and from everybody who has it, at once. This can’t be undone."
        action="Delete benefit"
        busy="Deleting"
        onConfirm={async () => {
          await remove.mutateAsync();
          announce('The benefit was deleted');
          onDeleted();
        }}
      />
    </>
  );
}
