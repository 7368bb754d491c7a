import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import { folded } from '../../../kernel/folding.ts';
import type { Metadata } from '../metadata.ts';
import type {
  CustomFieldEvent,
  CustomFieldProperties,
  CustomFieldType,
  FormTexts,
  SelectOption,
} from './custom-field.events.ts';

/** Properties in wire form; what is not set is absent. */
export interface CustomFieldWireProperties {
  form_label?: string;
  form_help_text?: string;
  form_placeholder?: string;
  textarea?: boolean;
  min_length?: number;
  max_length?: number;
  /** Of a date in seconds since 1970. */
  ge?: number;
  /** Of a date in seconds since 1970. */
  le?: number;
  options?: SelectOption[];
}

export interface CustomFieldDocument extends Document {
  created_at: Instant;
  modified_at: Instant | null;
  metadata: Metadata;
  type: CustomFieldType;
  slug: string;
  name: string;
  organization_id: string;
  properties: CustomFieldWireProperties;
  /** Deleted fields are kept for the values that buyers entered, and hidden from lists. */
  deleted_at: Instant | null;
  name_lower: string;
}

type FoldedEvent = Exclude<CustomFieldEvent, { type: 'ClaimForfeited' }>;

/** Custom fields in wire form. */
export const customFieldProjection: Projection<CustomFieldDocument, FoldedEvent> = {
  name: 'custom_fields',
  version: 3,
  indexes: [['organization_id', 'deleted_at', 'type', 'slug']],
  lists: {
    scope: ['organization_id', 'deleted_at'],
    sortings: ['slug', 'created_at', 'name_lower', 'type'],
    filters: ['type', 'slug'],
  },
  maps: ['metadata'],
  handles: ['CustomFieldCreated', 'CustomFieldUpdated', 'CustomFieldDeleted'],
  targets: (event) => [event.data.customFieldId],

  evolve(document, event, id) {
    const at = event.metadata.occurredAt;
    switch (event.type) {
      case 'CustomFieldCreated': {
        const { slug, name, organizationId, properties, metadata } = event.data;
        return {
          id,
          created_at: at,
          modified_at: null,
          metadata,
          type: properties.type,
          slug,
          name,
          organization_id: organizationId,
          properties: wireProperties(properties),
          deleted_at: null,
          name_lower: folded(name),
        };
      }
      case 'CustomFieldUpdated': {
        if (!document) return undefined;
        const { slug = document.slug, name = document.name, metadata = document.metadata, properties } = event.data;
        const changes = { modified_at: at, slug, name, name_lower: folded(name), metadata };
        return { ...document, ...changes, ...(properties && { properties: wireProperties(properties) }) };
      }
      case 'CustomFieldDeleted':
        return document && { ...document, modified_at: at, deleted_at: at };
    }
  },
};

function wireProperties(properties: CustomFieldProperties): CustomFieldWireProperties {
  const texts = formTexts(properties.form);
  switch (properties.type) {
    case 'text': {
      const { isTextarea, minLength, maxLength } = properties;
      const lengths = {
        ...(minLength !== null && { min_length: minLength }),
        ...(maxLength !== null && { max_length: maxLength }),
      };
      return { ...texts, ...(isTextarea && { textarea: true }), ...lengths };
    }
    case 'number':
    case 'date':
      return {
        ...texts,
        ...(properties.min !== null && { ge: properties.min }),
        ...(properties.max !== null && { le: properties.max }),
      };
    case 'checkbox':
      return texts;
    case 'select':
      return { ...texts, options: properties.options };
  }
}

function formTexts({ label, helpText, placeholder }: FormTexts): CustomFieldWireProperties {
  return {
    ...(label !== null && { form_label: label }),
    ...(helpText !== null && { form_help_text: helpText }),
    ...(placeholder !== null && { form_placeholder: placeholder }),
  };
}
