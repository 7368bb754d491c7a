import { useFieldArray, type UseFormReturn } from 'react-hook-form';
import { lineError, type MetadataLine } from '@/lib/metadata';
import { Button, IconButton } from './Button';
import { FieldError, Input } from './Field';
import { FormSection } from './Form';

const MOST = 50;

export interface WithMetadata {
  metadata: MetadataLine[];
}

interface MetadataFieldsProps<T extends WithMetadata> {
  form: UseFormReturn<T>;
  hint?: string;
  /** Asks about a value that can be two. */
  question?: (value: string) => string | undefined;
}

/** Keys and values of the seller's own, one line each. */
export function MetadataFields<T extends WithMetadata>(props: MetadataFieldsProps<T>) {
  const { hint = 'For your own programs; customers never see it.', question } = props;
  // Of the form, it knows only this part.
  const { control, register, watch, formState } = props.form as unknown as UseFormReturn<WithMetadata>;
  const { errors } = formState;
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
            <Input
              label="Value"
              error={question?.(watch(`metadata.${at}.value`)) ?? errors.metadata?.[at]?.value?.message}
              {...register(`metadata.${at}.value`, { validate: (value) => question?.(value) ?? true })}
            />
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
