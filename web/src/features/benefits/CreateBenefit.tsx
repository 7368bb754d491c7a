import { useCreateBenefit } from '@/api/benefits';
import type { Benefit } from '@/api/types';
import type { FormFrameProps } from '@/ui/Form';
import { BenefitForm } from './BenefitForm';

interface CreateBenefitProps {
  organizationId: string;
  cancel?: FormFrameProps['cancel'];
  onCreated: (benefit: Benefit) => void;
}

/** The form of a new benefit, on its page or in a dialog of another form. */
export function CreateBenefit({ organizationId, cancel, onCreated }: CreateBenefitProps) {
  const create = useCreateBenefit(organizationId);
  return (
    <BenefitForm
      organizationId={organizationId}
      action="Create benefit"
      busy="Creating"
      cancel={cancel}
      onSubmit={async (fields) => onCreated(await create.mutateAsync(fields))}
    />
  );
}
