import { reactingTo, send } from '../../../kernel/reacting/process.ts';
import type { CustomFieldEvent } from '../custom-fields/custom-field.events.ts';
import { DetachFromProducts } from './product.commands.ts';

/** Products no longer ask for a custom field that was deleted. */
export const productFieldsProcess = reactingTo<CustomFieldEvent>()({
  name: 'product-fields',
  on: {
    CustomFieldDeleted: ({ customFieldId, organizationId }) => [
      send(DetachFromProducts, { customFieldId, organizationId }),
    ],
  },
});
