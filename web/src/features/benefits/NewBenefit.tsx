import { linkOptions } from '@tanstack/react-router';
import { useCreateBenefit } from '@/api/benefits';
import type { Organization } from '@/api/types';
import { announce } from '@/ui/Announcer';
import { PageHead } from '@/ui/PageHead';
import { BenefitForm } from './BenefitForm';

export function NewBenefit({
  organization,
  onCreated,
}: {
  organization: Organization;
  onCreated: (id: string) => void;
}) {
  const create = useCreateBenefit(organization.id);
  const list = linkOptions({ to: '/$org/benefits', params: { org: organization.slug } });
  return (
    <>
      <PageHead title="New benefit" up={{ label: 'Benefits', link: list }} />
      <BenefitForm
        organizationId={organization.id}
        action="Create benefit"
        busy="Creating"
        cancel={list}
        onSubmit={async (fields) => {
          const { id } = await create.mutateAsync(fields);
          announce('Created. Edit a product to give it to its buyers.');
          onCreated(id);
        }}
      />
    </>
  );
}
