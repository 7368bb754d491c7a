import type { Claim } from '../../../kernel/writing/claim.ts';
import { send, type ProcessManager } from '../../../kernel/reacting/process.ts';
import { SettleCustomFieldSlugs } from './custom-field.commands.ts';
import type { CustomFieldEvent } from './custom-field.events.ts';

/** Confirms the claim that an event names, and releases others in case its request stopped half-way. */
export const customFieldSlugsProcess: ProcessManager<CustomFieldEvent> = {
  name: 'custom-field-slugs',
  handles: ['CustomFieldCreated', 'CustomFieldUpdated', 'CustomFieldDeleted'],

  react(event) {
    if (event.type === 'ClaimForfeited') return [];
    const claims = claimsNamedIn(event);
    const { customFieldId } = event.data;
    return claims.length > 0 ? [send(SettleCustomFieldSlugs, { customFieldId, claims })] : [];
  },
};

function claimsNamedIn(event: Exclude<CustomFieldEvent, { type: 'ClaimForfeited' }>): Claim[] {
  switch (event.type) {
    case 'CustomFieldCreated':
      return [event.data.slugClaim];
    case 'CustomFieldUpdated':
      return [event.data.slugClaim, event.data.releasedSlugClaim].filter((claim) => claim !== undefined);
    case 'CustomFieldDeleted':
      return [event.data.released];
  }
}
