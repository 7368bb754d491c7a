import { useTurnOnUsageBilling } from '@/api/usage-billing';
import type { Organization } from '@/api/types';
import { Button } from '@/ui/Button';
import { FormError, FormSection } from '@/ui/Form';

/** In place of prices by use, while the organization does not bill usage. */
export function UsageBillingOff({ organization }: { organization: Organization }) {
  const { mutate, isPending, error } = useTurnOnUsageBilling(organization);
  return (
    <FormSection
      title="By use"
      hint="Charge for what customers use, such as API calls: meters count the events that you send."
    >
      <div>
        <Button busy={isPending && 'Turning it on'} onClick={() => mutate()}>
          Turn on usage billing
        </Button>
      </div>
      <FormError message={error?.message} />
    </FormSection>
  );
}
