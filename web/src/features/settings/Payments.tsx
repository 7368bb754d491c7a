import { useQuery } from '@tanstack/react-query';
import { clockQuery } from '@/api/sandbox';
import { FormSection } from '@/ui/Form';
import { StatusMark } from '@/ui/StatusMark';

/** Which processor takes the payments. */
export function Payments() {
  const { data: sandbox } = useQuery(clockQuery);
  return (
    <FormSection title="Payments">
      {sandbox ? (
        <div className="grid gap-1">
          <StatusMark tone="wait">Sandbox</StatusMark>
          <p className="text-soft">Customers pay with test cards, and no money moves.</p>
        </div>
      ) : (
        <div className="grid gap-1">
          <StatusMark tone="warn">No processor connected</StatusMark>
          <p className="text-soft">
            Checkouts can be opened but not paid: this installation has no payment processor yet. Free products work.
          </p>
        </div>
      )}
    </FormSection>
  );
}
