import { linkOptions } from '@tanstack/react-router';
import type { Organization } from '@/api/types';
import { announce } from '@/ui/Announcer';
import { PageHead } from '@/ui/PageHead';
import { CreateBenefit } from './CreateBenefit';

export function NewBenefit({
  organization,
  onCreated,
}: {
  organization: Organization;
  onCreated: (id: string) => void;
}) {
  const list = linkOptions({ to: '/$org/benefits', params: { org: organization.slug } });
  return (
    <>
      <PageHead title="New benefit" up={{ label: 'Benefits', link: list }} />
      <CreateBenefit
        organizationId={organization.id}
        cancel={list}
        onCreated={({ id }) => {
          announce('Created. Edit a product to give it to its buyers.');
          onCreated(id);
        }}
      />
    </>
  );
}
