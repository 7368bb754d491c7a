import { useState, type ReactNode } from 'react';
import { useFieldArray, type UseFormReturn } from 'react-hook-form';
import { applyFieldErrors } from '@/api/form-errors';
import { folded } from '@/lib/folded';
import { Button, IconButton } from '@/ui/Button';
import { Checkbox } from '@/ui/Choice';
import { CustomFieldInput } from '@/ui/CustomFieldInput';
import { Input, Select, Textarea } from '@/ui/Field';
import { FormFrame, FormSection, type FormFrameProps } from '@/ui/Form';
import { useGuardedForm } from '@/ui/guarded-form';
import { MetadataFields } from '@/ui/MetadataFields';
import { namesIn, shapeOf, type CustomFieldFields } from './custom-field-form';
import { fieldTypes } from './types';

interface CustomFieldFormProps {
  initial: CustomFieldFields;
  /** The type can't change once the field exists, and its slug no longer follows its name. */
  exists?: boolean;
  action: string;
  busy: string;
  cancel: FormFrameProps['cancel'];
  onSubmit: (fields: CustomFieldFields) => Promise<void>;
}

type FieldForm = UseFormReturn<CustomFieldFields>;

const WHOLE = { value: /^\s*-?\d+\s*$/, message: 'Enter a whole number.' };
const LENGTH = { value: /^\s*\d+\s*$/, message: 'Enter a number of characters.' };

export function CustomFieldForm({ initial, exists = false, action, busy, cancel, onSubmit }: CustomFieldFormProps) {
  const form = useGuardedForm<CustomFieldFields>({ draft: 'custom field', defaultValues: initial });
  const { errors, isSubmitting } = form.formState;
  const [slugFollows, setSlugFollows] = useState(!exists);

  const submit = form.handleSubmit(async (fields) => {
    try {
      await onSubmit(fields);
    } catch (error) {
      applyFieldErrors(form, error, namesIn(fields));
    }
  });

  return (
    <FormFrame
      draft={form.draft}
      error={errors.root?.message}
      action={action}
      busy={isSubmitting && busy}
      cancel={cancel}
      onSubmit={submit}
    >
      <div className="grid gap-4">
        {!exists && (
          <Select
            label="Type"
            hint="It can’t be changed later."
            error={errors.type?.message}
            {...form.register('type')}
          >
            {fieldTypes.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
        <Input
          label="Name"
          hint="Buyers see it too, unless you give the field a label."
          error={errors.name?.message}
          {...form.register('name', {
            required: 'Give the field a name.',
            onChange: ({ target }: { target: HTMLInputElement }) => {
              if (slugFollows) form.setValue('slug', slugFrom(target.value));
            },
          })}
        />
        <Input
          label="Slug"
          spellCheck={false}
          autoCapitalize="none"
          hint={
            exists
              ? 'The key of its values in your data; a change applies to all of them.'
              : 'The key of its values in your data.'
          }
          error={errors.slug?.message}
          {...form.register('slug', {
            required: 'Give the field a slug.',
            pattern: { value: /^[a-z0-9_-]+$/i, message: 'Use letters, digits, hyphens and underscores.' },
            onChange: () => setSlugFollows(false),
          })}
        />
      </div>
      <Limits form={form} />
      <FormSection title="At the checkout">
        <Input label="Label" optional error={errors.label?.message} {...form.register('label')} />
        <Textarea label="Help text" optional rows={2} error={errors.helpText?.message} {...form.register('helpText')} />
        {hasPlaceholder(form.watch('type')) && (
          <Input label="Placeholder" optional error={errors.placeholder?.message} {...form.register('placeholder')} />
        )}
        <Preview form={form} />
      </FormSection>
      <MetadataFields form={form} />
    </FormFrame>
  );
}

function Limits({ form }: { form: FieldForm }) {
  const { errors } = form.formState;
  switch (form.watch('type')) {
    case 'text':
      return (
        <FormSection title="Text">
          <Checkbox label="Several lines" {...form.register('textarea')} />
          <Pair>
            <Input
              label="Shortest"
              optional
              inputMode="numeric"
              hint="In characters."
              error={errors.minLength?.message}
              {...form.register('minLength', { pattern: LENGTH })}
            />
            <Input
              label="Longest"
              optional
              inputMode="numeric"
              hint="In characters; 5,000 at most."
              error={errors.maxLength?.message}
              {...form.register('maxLength', { pattern: LENGTH })}
            />
          </Pair>
        </FormSection>
      );
    case 'number':
      return (
        <FormSection title="Number" hint="Buyers enter whole numbers.">
          <Pair>
            <Input
              label="Least"
              optional
              error={errors.least?.message}
              {...form.register('least', { pattern: WHOLE })}
            />
            <Input
              label="Greatest"
              optional
              error={errors.greatest?.message}
              {...form.register('greatest', { pattern: WHOLE })}
            />
          </Pair>
        </FormSection>
      );
    case 'date':
      return (
        <FormSection title="Date">
          <Pair>
            <Input
              label="First day"
              optional
              type="date"
              error={errors.firstDay?.message}
              {...form.register('firstDay')}
            />
            <Input
              label="Last day"
              optional
              type="date"
              error={errors.lastDay?.message}
              {...form.register('lastDay')}
            />
          </Pair>
        </FormSection>
      );
    case 'select':
      return <Options form={form} />;
    case 'checkbox':
      return null;
  }
}

function Pair({ children }: { children: ReactNode }) {
  return <div className="grid gap-4 sm:grid-cols-2">{children}</div>;
}

function Options({ form }: { form: FieldForm }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'options' });
  const errors = form.formState.errors.options;
  return (
    <FormSection title="Options" hint="Buyers choose by the label; the value is kept.">
      {fields.map(({ id }, at) => (
        <div key={id} role="group" aria-label={`Option ${at + 1}`} className="flex items-start gap-2">
          <div className="grid flex-1 gap-2 sm:grid-cols-2">
            <Input
              label="Label"
              error={errors?.[at]?.label?.message}
              {...form.register(`options.${at}.label`, { required: 'Name the option, or remove it.' })}
            />
            <Input
              label="Value"
              error={errors?.[at]?.value?.message}
              {...form.register(`options.${at}.value`, { required: 'Give the option a value.' })}
            />
          </div>
          <IconButton
            icon="close"
            label={`Remove option ${at + 1}`}
            className="mt-6"
            disabled={fields.length === 1}
            onClick={() => remove(at)}
          />
        </div>
      ))}
      <div>
        <Button onClick={() => append({ value: '', label: '' })}>Add an option</Button>
      </div>
    </FormSection>
  );
}

/** Can be tried, and is not sent. */
function Preview({ form }: { form: FieldForm }) {
  const shape = shapeOf(form.watch());
  return (
    <div
      role="group"
      aria-label="Preview"
      // Enter would create the field.
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      className="grid gap-2 rounded-slip border border-line bg-slip p-4"
    >
      <p className="text-note text-faint">Preview</p>
      <CustomFieldInput key={shape.type} field={shape} required />
    </div>
  );
}

function hasPlaceholder(type: CustomFieldFields['type']): boolean {
  return type !== 'checkbox' && type !== 'date';
}

/** "T-Shirt size" → "t-shirt-size". */
function slugFrom(name: string): string {
  return folded(name)
    .replaceAll("'", '')
    .replace(/[^a-z0-9_]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 100);
}
