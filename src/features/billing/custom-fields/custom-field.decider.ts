import { isDeepStrictEqual } from 'node:util';
import { claimStream, refuseForfeited, type Claim } from '../../../kernel/writing/claim.ts';
import type { IntentOf, IntentWith } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import { EDITS_PER_DAY } from '../../../kernel/writing/edit-limit.ts';
import { InvalidInput, NotFound } from '../../../kernel/errors.ts';
import type { Metadata } from '../metadata.ts';
import type { CreateCustomField, DeleteCustomField, UpdateCustomField } from './custom-field.commands.ts';
import type { CustomFieldEvent, CustomFieldProperties } from './custom-field.events.ts';
import { refuseProperties } from './custom-field-properties.rules.ts';

/** With the claim of the slug. */
type NewCustomField = CreateCustomField['data'] & { slugClaim: Claim };
/** With the claim of a slug that is new. */
type Changes = UpdateCustomField['data'] & { slugClaim?: Claim };
type CustomFieldIntent =
  IntentWith<CreateCustomField, NewCustomField> | IntentWith<UpdateCustomField, Changes> | IntentOf<DeleteCustomField>;

interface CustomField {
  status: 'active';
  customFieldId: string;
  organizationId: string;
  slug: string;
  slugClaim: Claim;
  name: string;
  properties: CustomFieldProperties;
  metadata: Metadata;
}
/** `forfeited`: claim streams of slugs that the field held for too long, and must not take any more. */
export type CustomFieldState = { forfeited: readonly string[] } & (
  { status: 'absent' } | { status: 'deleted' } | CustomField
);

/** What a seller asks buyers at the checkout (docs/BILLING.md#custom-fields). */
export const customFieldDecider: Decider<CustomFieldIntent, CustomFieldState, CustomFieldEvent> = {
  category: 'customfield',
  initial: { status: 'absent', forfeited: [] },
  edits: { types: ['CustomFieldUpdated'], perDay: EDITS_PER_DAY },

  decide({ type, data }, state) {
    switch (type) {
      case 'CreateCustomField':
        return create(data, state);
      case 'UpdateCustomField':
        return update(data, known(state), state.forfeited);
      case 'DeleteCustomField':
        return remove(known(state));
    }
  },

  evolve(state, { type, data }) {
    switch (type) {
      case 'CustomFieldCreated':
        return { ...data, status: 'active', forfeited: state.forfeited };
      case 'CustomFieldUpdated': {
        const { releasedSlugClaim: _, ...changes } = data;
        return state.status === 'active' ? { ...state, ...changes } : state;
      }
      case 'CustomFieldDeleted':
        return { status: 'deleted', forfeited: state.forfeited };
      case 'ClaimForfeited':
        return { ...state, forfeited: [...state.forfeited, claimStream(data)] };
    }
  },
};

function create(data: NewCustomField, state: CustomFieldState): CustomFieldEvent[] {
  if (state.status !== 'absent') return [];
  refuseProperties(data.properties);
  refuseForfeited(state.forfeited, data.slugClaim);
  return [{ type: 'CustomFieldCreated', data }];
}

function update(changes: Changes, field: CustomField, forfeited: readonly string[]): CustomFieldEvent[] {
  const { type, name, properties, metadata } = changes;
  if (type !== field.properties.type)
    throw InvalidInput.at('body.type', 'The type of a custom field cannot be changed.');
  if (properties) refuseProperties(properties);
  const changed = {
    ...slugChange(changes, field, forfeited),
    ...(name !== undefined && name !== field.name && { name }),
    ...(properties !== undefined && !isDeepStrictEqual(properties, field.properties) && { properties }),
    ...(metadata !== undefined && !isDeepStrictEqual(metadata, field.metadata) && { metadata }),
  };
  if (Object.keys(changed).length === 0) return [];
  return [{ type: 'CustomFieldUpdated', data: { customFieldId: field.customFieldId, ...changed } }];
}

function slugChange({ slug, slugClaim }: Changes, field: CustomField, forfeited: readonly string[]) {
  if (slug === undefined || slug === field.slug || !slugClaim) return {};
  refuseForfeited(forfeited, slugClaim);
  return { slug, slugClaim, releasedSlugClaim: field.slugClaim };
}

function remove({ customFieldId, organizationId, slugClaim }: CustomField): CustomFieldEvent[] {
  return [{ type: 'CustomFieldDeleted', data: { customFieldId, organizationId, released: slugClaim } }];
}

function known(state: CustomFieldState): CustomField {
  if (state.status !== 'active') throw new NotFound();
  return state;
}
