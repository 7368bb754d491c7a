import { Body, Delete, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiCreatedResponse } from '@nestjs/swagger';
import { Commands } from '../../../app/commands.ts';
import { BillingController, Scopes } from '../../../app/http/api.ts';
import { AlsoImpersonated } from '../../../app/http/callers/not-impersonated.ts';
import { organizationOf, type Caller } from '../../../app/http/callers/caller.ts';
import { anyOf, search } from '../../../app/http/lists/filters.ts';
import { List, type ListRequest, type ListSpec } from '../../../app/http/lists/list.ts';
import { CallerOf, Ctx } from '../../../app/http/request-state.ts';
import { Id } from '../../../app/http/validation.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import { project } from '../../../kernel/reading/projection.ts';
import { CreateCustomField, DeleteCustomField, UpdateCustomField } from './custom-field.commands.ts';
import type { Answerable, CustomFieldProperties, CustomFieldType } from './custom-field.events.ts';
import { customFieldProjection } from './custom-field.projection.ts';
import {
  CUSTOM_FIELD_MODELS,
  CUSTOM_FIELD_SCHEMA,
  CUSTOM_FIELD_TYPES,
  CustomFieldCreate,
  CustomFieldList,
  CustomFieldUpdate,
  type CustomField,
  type CustomFieldPropertiesInput,
} from './custom-fields.dto.ts';
import { CustomFieldPresenter, CustomFieldQueries } from './custom-fields.queries.ts';

export const customFieldList: ListSpec = {
  sorting: { created_at: 'created_at', slug: 'slug', name: 'name_lower', type: 'type' },
  defaultSorting: ['slug'],
  filters: {
    query: search('slug', 'name_lower'),
    type: anyOf('type', CUSTOM_FIELD_TYPES),
    /** Not in the contract. */
    slug: anyOf('slug'),
  },
};

@ApiExtraModels(...CUSTOM_FIELD_MODELS)
@AlsoImpersonated()
@BillingController('custom-fields')
export class CustomFieldsController {
  constructor(
    private readonly commands: Commands,
    private readonly customFields: CustomFieldQueries,
    private readonly presenter: CustomFieldPresenter,
  ) {}

  @Get()
  @Scopes('custom_fields:read', 'custom_fields:write')
  list(@List(customFieldList) list: ListRequest, @CallerOf() caller: Caller): Promise<CustomFieldList> {
    return this.customFields.list(list, caller);
  }

  @Post()
  @Scopes('custom_fields:write')
  @ApiCreatedResponse({ schema: CUSTOM_FIELD_SCHEMA })
  create(@Body() body: CustomFieldCreate, @CallerOf() caller: Caller, @Ctx() context: Context): Promise<CustomField> {
    const [{ slug, name }, metadata] = [body, body.metadata ?? {}];
    const organizationId = organizationOf(caller, body.organization_id);
    const customFieldId = deriveUuid(context.requestId, 'custom-field');
    const properties = propertiesOf(body.type, body.properties);
    const data = { customFieldId, organizationId, slug, name, properties, metadata };
    return this.answer(new CreateCustomField(data, { ...context, organizationId }));
  }

  @Get(':id')
  @Scopes('custom_fields:read', 'custom_fields:write')
  @ApiOkResponse({ schema: CUSTOM_FIELD_SCHEMA })
  get(@Id() id: string, @CallerOf() caller: Caller): Promise<CustomField> {
    return this.customFields.get(id, caller);
  }

  @Patch(':id')
  @Scopes('custom_fields:write')
  @ApiOkResponse({ schema: CUSTOM_FIELD_SCHEMA })
  update(@Id() customFieldId: string, @Body() body: CustomFieldUpdate, @Ctx() context: Context): Promise<CustomField> {
    const data = {
      customFieldId,
      type: body.type,
      slug: body.slug ?? undefined,
      name: body.name ?? undefined,
      properties: body.properties ? propertiesOf(body.type, body.properties) : undefined,
      metadata: body.metadata ?? undefined,
    };
    return this.answer(new UpdateCustomField(data, context));
  }

  @Delete(':id')
  @HttpCode(204)
  @Scopes('custom_fields:write')
  async delete(@Id() customFieldId: string, @Ctx() context: Context): Promise<void> {
    await this.commands.execute(new DeleteCustomField({ customFieldId }, context));
  }

  private async answer(command: CreateCustomField | UpdateCustomField): Promise<CustomField> {
    const { history } = await this.commands.execute(command);
    return this.presenter.present(project(customFieldProjection, history)!);
  }
}

function propertiesOf(type: CustomFieldType, input: CustomFieldPropertiesInput): CustomFieldProperties {
  const { form_label = null, form_help_text = null, form_placeholder = null } = input;
  const form = { label: form_label, helpText: form_help_text, placeholder: form_placeholder };
  return { form, ...answerableOf(type, input) };
}

function answerableOf(type: CustomFieldType, input: CustomFieldPropertiesInput): Answerable {
  switch (type) {
    case 'text': {
      const { textarea, min_length = null, max_length = null } = input;
      return { type, isTextarea: textarea ?? false, minLength: min_length, maxLength: max_length };
    }
    case 'number':
    case 'date':
      return { type, min: input.ge ?? null, max: input.le ?? null };
    case 'checkbox':
      return { type };
    case 'select':
      return { type, options: (input.options ?? []).map(({ value, label }) => ({ value, label })) };
  }
}
