import type { UseFormRegisterReturn } from 'react-hook-form';
import { dayOfSeconds, fieldLabel, type CustomFieldShape } from '@/lib/custom-fields';
import { Checkbox } from './Choice';
import { Input, Select, Textarea } from './Field';

interface CustomFieldInputProps {
  field: CustomFieldShape;
  required: boolean;
  error?: string;
  /** From `form.register(name, fieldRules(field, required))`. */
  register?: UseFormRegisterReturn;
}

/** The input for a buyer's value of a custom field. */
export function CustomFieldInput({ field, required, error, register }: CustomFieldInputProps) {
  const { type, properties } = field;
  const { form_placeholder: placeholder, ge, le } = properties;
  const shared = {
    ...register,
    label: fieldLabel(field),
    hint: properties.form_help_text,
    error,
    'aria-required': required || undefined,
  };
  const optional = !required;
  switch (type) {
    case 'text':
      return properties.textarea ? (
        <Textarea {...shared} {...{ optional, placeholder }} />
      ) : (
        <Input {...shared} {...{ optional, placeholder }} />
      );
    case 'number':
      return (
        <Input
          {...shared}
          {...{ optional, placeholder }}
          inputMode={ge !== undefined && ge >= 0 ? 'numeric' : 'text'}
          autoComplete="off"
        />
      );
    case 'date':
      return (
        <Input
          {...shared}
          optional={optional}
          type="date"
          min={ge === undefined ? undefined : dayOfSeconds(ge)}
          max={le === undefined ? undefined : dayOfSeconds(le)}
        />
      );
    case 'checkbox':
      return <Checkbox {...shared} />;
    case 'select':
      return (
        <Select {...shared} optional={optional}>
          <option value="">{placeholder ?? 'Choose one'}</option>
          {(properties.options ?? []).map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      );
  }
}
