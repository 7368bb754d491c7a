import { useQuery } from '@tanstack/react-query';
import { processorQuery } from '@/api/payments';
import { processorWords } from '@/lib/payments';
import { FormSection } from '@/ui/Form';
import { StatusMark } from '@/ui/StatusMark';

/** Which processor takes the payments. */
export function Payments() {
  const { data: installed } = useQuery(processorQuery);
  if (!installed) return null;
  const { tone, name, text } = processorWords(installed);
  return (
    <FormSection title="Payments">
      <div className="grid gap-1">
        <StatusMark tone={tone}>{name}</StatusMark>
        <p className="text-soft">{text}</p>
      </div>
    </FormSection>
  );
}
