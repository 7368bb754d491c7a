import { useSuspenseQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { benefitFilesQuery, benefitQuery, useUpdateBenefit } from '@/api/benefits';
import type { Organization } from '@/api/types';
import { announce } from '@/ui/Announcer';
import { PageHead } from '@/ui/PageHead';
import { BenefitForm } from './BenefitForm';

interface EditBenefitProps {
  organization: Organization;
  id: string;
  onSaved: () => void;
}

export function EditBenefit({ organization, id, onSaved }: EditBenefitProps) {
  const { data: benefit } = useSuspenseQuery(benefitQuery(id));
  const { data: files } = useSuspenseQuery(benefitFilesQuery(benefit));
  const update = useUpdateBenefit(id);
  const back = linkOptions({ to: '/$org/benefits/$id', params: { org: organization.slug, id } });
  return (
    <>
      <PageHead title={`Edit ${benefit.description}`} up={{ label: benefit.description, link: back }} />
      <BenefitForm
        organizationId={organization.id}
        files={files}
        key={id}
        benefit={benefit}
        action="Save"
        busy="Saving"
        cancel={back}
        onSubmit={async (fields) => {
          await update.mutateAsync(fields);
          announce('Saved');
          onSaved();
        }}
      />
    </>
  );
}
