import { useCreateCustomField } from '@/api/custom-fields';
import type { CustomField } from '@/api/types';
import type { FormFrameProps } from '@/ui/Form';
import { blank, contentOf } from './custom-field-form';
import { CustomFieldForm } from './CustomFieldForm';

interface CreateCustomFieldProps {
  organizationId: string;
  cancel?: FormFrameProps['cancel'];
  onCreated: (field: CustomField) => void;
}

/** The form of a new custom field, on its page or in a dialog of another form. */
export function CreateCustomField({ organizationId, cancel, onCreated }: CreateCustomFieldProps) {
  const create = useCreateCustomField(organizationId);
  return (
    <CustomFieldForm
      initial={blank}
      action="Create custom field"
      busy="Creating"
      cancel={cancel}
      onSubmit={async (fields) => onCreated(await create.mutateAsync(contentOf(fields)))}
    />
  );
}
