import type { Feature } from '../../../app/feature.ts';
import { customFieldOwns, SLUG_CLAIM } from './custom-field.claims.ts';
import { customFieldDecider } from './custom-field.decider.ts';
import { customFieldEvents } from './custom-field.events.ts';
import { customFieldSlugsProcess } from './custom-field.process.ts';
import { customFieldProjection, type CustomFieldDocument } from './custom-field.projection.ts';
import { CustomFieldsController } from './custom-fields.controller.ts';
import { customFieldHandlers } from './custom-fields.handlers.ts';
import { CustomFieldPresenter, CustomFieldQueries, CustomFieldReader } from './custom-fields.queries.ts';

export const customFields: Feature = {
  controllers: [CustomFieldsController],
  providers: [CustomFieldPresenter, CustomFieldReader, CustomFieldQueries, ...customFieldHandlers],
  events: customFieldEvents,
  deciders: [customFieldDecider],
  projections: [customFieldProjection],
  processes: [customFieldSlugsProcess],
  claims: { [SLUG_CLAIM]: customFieldOwns },
  states: { customfield: customFieldProjection },
  ledger: {
    entities: {
      customField: { projection: customFieldProjection, name: ({ name }: CustomFieldDocument) => name },
    },
  },
};
