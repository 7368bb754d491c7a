import type { CustomFieldType } from '@/api/types';

export const typeLabels: Record<CustomFieldType, string> = {
  text: 'Text',
  number: 'Number',
  date: 'Date',
  checkbox: 'Checkbox',
  select: 'Select',
};

export const fieldTypes = (Object.keys(typeLabels) as CustomFieldType[]).map((value) => ({
  value,
  label: typeLabels[value],
}));
