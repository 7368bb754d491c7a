import type { Claim } from '../../../kernel/writing/claim.ts';
import { command, type Executed } from '../../../kernel/writing/command.ts';
import type { Metadata } from '../metadata.ts';
import type { CustomFieldEvent, CustomFieldProperties, CustomFieldType } from './custom-field.events.ts';

type Changed = Executed<unknown, CustomFieldEvent>;

/** Claims the slug, which is lower-case, then creates. */
export class CreateCustomField extends command('CreateCustomField')<
  {
    customFieldId: string;
    organizationId: string;
    slug: string;
    name: string;
    properties: CustomFieldProperties;
    metadata: Metadata;
  },
  Changed
> {}
/** Changes only the given fields: claims a new slug, updates, then releases the one that was replaced. */
export class UpdateCustomField extends command('UpdateCustomField')<
  {
    customFieldId: string;
    /** Must be the field's own. */
    type: CustomFieldType;
    slug?: string;
    name?: string;
    properties?: CustomFieldProperties;
    metadata?: Metadata;
  },
  Changed
> {}
/** Deletes, and releases the slug. */
export class DeleteCustomField extends command('DeleteCustomField')<{ customFieldId: string }> {}
/** Confirms the claim of the slug that the field has, and releases others. */
export class SettleCustomFieldSlugs extends command('SettleCustomFieldSlugs')<{
  customFieldId: string;
  claims: Claim[];
}> {}
