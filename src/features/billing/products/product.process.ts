import { send, type ProcessManager } from '../../../kernel/reacting/process.ts';
import type { CustomFieldEvent } from '../custom-fields/custom-field.events.ts';
import { DetachFromProducts } from './product.commands.ts';

/** Products no longer ask for a custom field that was deleted. */
export const productFieldsProcess: ProcessManager<Extract<CustomFieldEvent, { type: 'CustomFieldDeleted' }>> = {
  name: 'product-fields',
  handles: ['CustomFieldDeleted'],
  react: ({ data: { customFieldId, organizationId } }) => [send(DetachFromProducts, { customFieldId, organizationId })],
};
