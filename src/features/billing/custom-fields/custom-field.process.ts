import type { Claim } from '../../../kernel/writing/claim.ts';
import { reactingTo, send, type Step } from '../../../kernel/reacting/process.ts';
import { SettleCustomFieldSlugs } from './custom-field.commands.ts';
import type { CustomFieldEvent } from './custom-field.events.ts';

/** Confirms the claim that an event names, and releases others in case its request stopped half-way. */
export const customFieldSlugsProcess = reactingTo<CustomFieldEvent>()({
  name: 'custom-field-slugs',
  on: {
    CustomFieldCreated: ({ customFieldId, slugClaim }) => settled(customFieldId, [slugClaim]),
    CustomFieldUpdated: ({ customFieldId, slugClaim, releasedSlugClaim }) =>
      settled(customFieldId, [slugClaim, releasedSlugClaim]),
    CustomFieldDeleted: ({ customFieldId, released }) => settled(customFieldId, [released]),
  },
});

function settled(customFieldId: string, named: readonly (Claim | undefined)[]): Step[] {
  const claims = named.filter((claim) => claim !== undefined);
  return claims.length > 0 ? [send(SettleCustomFieldSlugs, { customFieldId, claims })] : [];
}
