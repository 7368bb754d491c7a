import type { Claim, ClaimForfeited } from '../../../kernel/writing/claim.ts';
import { event, type EventsOf } from '../../../kernel/writing/events.ts';
import type { Metadata } from '../metadata.ts';

/** The stream `customfield-{UUIDv7}` grows with the seller's changes. */
export const customFieldStream = (customFieldId: string): string => `customfield-${customFieldId}`;

/** What a form shows with the input; null for what the seller has not set. */
export interface FormTexts {
  /** Instead of the field's name. */
  label: string | null;
  helpText: string | null;
  placeholder: string | null;
}

export interface SelectOption {
  value: string;
  label: string;
}

/** What a field asks for. Lengths in characters, both limits inclusive; null for no limit. */
export type Answerable =
  | { type: 'text'; isTextarea: boolean; minLength: number | null; maxLength: number | null }
  | { type: 'number'; min: number | null; max: number | null }
  /** Limits in seconds since 1970: the UTC days that contain them. */
  | { type: 'date'; min: number | null; max: number | null }
  | { type: 'checkbox' }
  | { type: 'select'; options: SelectOption[] };

export type CustomFieldType = Answerable['type'];
export type CustomFieldProperties = Answerable & { form: FormTexts };

export const customFieldEvents = {
  /** The slug is lower-case. */
  CustomFieldCreated: event<{
    customFieldId: string;
    organizationId: string;
    slug: string;
    slugClaim: Claim;
    name: string;
    properties: CustomFieldProperties;
    metadata: Metadata;
  }>(),
  /** Only what changed. A new slug has its claim and the claim to release. */
  CustomFieldUpdated: event<{
    customFieldId: string;
    slug?: string;
    slugClaim?: Claim;
    releasedSlugClaim?: Claim;
    name?: string;
    properties?: CustomFieldProperties;
    metadata?: Metadata;
  }>(),
  /** Releases the slug, and detaches the field from products. */
  CustomFieldDeleted: event<{ customFieldId: string; organizationId: string; released: Claim }>(),
};

export type CustomFieldEvent = EventsOf<typeof customFieldEvents> | ClaimForfeited;
