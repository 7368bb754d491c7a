import { useFieldArray, type Control, type FieldErrors, type UseFormRegister } from 'react-hook-form';
import { lineError, type MetadataLine } from '@/lib/metadata';
import { Button, IconButton } from './Button';
import { FieldError, Input } from './Field';
import { FormSection } from './Form';

const MOST = 50;

export interface WithMetadata {
  metadata: MetadataLine[];
}

interface MetadataFieldsProps {
  control: Control<WithMetadata>;
  register: UseFormRegister<WithMetadata>;
  errors: FieldErrors<WithMetadata>;
  hint: string;
}

/** Keys and values of the seller's own, one line each. */
export function MetadataFields({ control, register, errors, hint }: MetadataFieldsProps) {
  const { fields, append, remove } = useFieldArray({ control, name: 'metadata' });
  return (
    <FormSection title="Metadata" hint={hint}>
      {fields.map(({ id }, at) => (
        <div key={id} role="group" aria-label={`Line ${at + 1}`} className="flex items-start gap-2">
          <div className="grid flex-1 gap-2 sm:grid-cols-[12rem_minmax(0,1fr)]">
            <Input
              label="Key"
              spellCheck={false}
              autoCapitalize="none"
              error={errors.metadata?.[at]?.key?.message}
              {...register(`metadata.${at}.key`, {
                validate: (_, { metadata }) => lineError(metadata, at) ?? true,
              })}
            />
            <Input label="Value" error={errors.metadata?.[at]?.value?.message} {...register(`metadata.${at}.value`)} />
          </div>
          <IconButton icon="close" label={`Remove line ${at + 1}`} className="mt-6" onClick={() => remove(at)} />
        </div>
      ))}
      <FieldError id="metadata-error" error={errors.metadata?.message ?? errors.metadata?.root?.message} />
      {fields.length < MOST && (
        <div>
          <Button onClick={() => append({ key: '', value: '' })}>Add a line</Button>
        </div>
      )}
    </FormSection>
  );
}
