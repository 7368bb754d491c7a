import type { Announcements } from '../../../kernel/reacting/announcements.ts';
import type { ProductEvent } from './product.events.ts';

export const productAnnouncements: Announcements<ProductEvent> = {
  ProductCreated: { types: ['product.created'] },
  ProductUpdated: { types: ['product.updated'] },
  ProductPricesChanged: { types: ['product.updated'] },
  ProductBenefitsChanged: { types: ['product.updated'] },
  ProductArchived: { types: ['product.updated'] },
  ProductUnarchived: { types: ['product.updated'] },
};
