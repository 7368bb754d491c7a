import { Injectable } from '@nestjs/common';
import { Documents, resource } from '../../../app/reading/documents.ts';
import { project } from '../../../kernel/reading/projection.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import type { TenantScope } from '../../../kernel/writing/scope.ts';
import { customFieldStream, type CustomFieldEvent } from './custom-field.events.ts';
import { customFieldProjection, type CustomFieldDocument } from './custom-field.projection.ts';
import { customFieldDataOf, type CustomFieldValue, type CustomFieldValues } from './custom-field-values.rules.ts';
import type { CustomField } from './custom-fields.dto.ts';

@Injectable()
export class CustomFieldPresenter {
  present(document: CustomFieldDocument): CustomField {
    const { id, created_at, modified_at, metadata, type, slug, name, organization_id, properties } = document;
    return { id, created_at, modified_at, metadata, type, slug, name, organization_id, properties } as CustomField;
  }

  presentAll(documents: readonly CustomFieldDocument[]): CustomField[] {
    return documents.map((document) => this.present(document));
  }
}

/** Values by the slugs that their fields have now, of many documents at once. */
export type ShownValues = (values: CustomFieldValues) => Record<string, CustomFieldValue>;

@Injectable()
export class CustomFieldReader {
  constructor(
    private readonly documents: Documents,
    private readonly executor: Executor,
  ) {}

  /** By the ids that documents of an authorized caller name; includes deleted ones. */
  find(ids: Iterable<string>): Promise<Map<string, CustomFieldDocument>> {
    return this.documents.getMany(customFieldProjection, ids, 'any');
  }

  /** Reads the fields of values once, to show them under their slugs. */
  async shown(values: readonly CustomFieldValues[]): Promise<ShownValues> {
    const ids = [...new Set(values.flatMap((each) => Object.keys(each)))];
    const fields = ids.length > 0 ? await this.find(ids) : new Map<string, CustomFieldDocument>();
    return (each) => customFieldDataOf(each, fields);
  }

  /** Fields that exist and are not deleted, in the given order; folded from their streams, for decisions. */
  async live(ids: readonly string[], scope: TenantScope): Promise<CustomFieldDocument[]> {
    const streams = await Promise.all(
      ids.map((id) => this.executor.load<CustomFieldEvent>(customFieldStream(id), scope)),
    );
    return streams
      .map((events) => project(customFieldProjection, events))
      .filter((document) => document !== undefined)
      .filter(({ deleted_at }) => deleted_at === null);
  }
}

@Injectable()
export class CustomFieldQueries extends resource(customFieldProjection, CustomFieldPresenter, {
  where: { eq: ['deleted_at', null] },
  isHidden: ({ deleted_at }) => deleted_at !== null,
}) {}
