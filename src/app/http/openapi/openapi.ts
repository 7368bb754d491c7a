import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { API_VERSIONS, DEFAULT_VERSION } from '../api-version.rules.ts';
import { describeAnswers, SHARED_SCHEMAS, type Operation, type Response } from './openapi-answers.ts';
import { routesOf, type Route } from './openapi-routes.ts';
import { canonical, describeAnswerFields, describeRules, ruleSchemas, type Schema } from './openapi-schemas.ts';

const SECURITY_SCHEMES = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'An organization access token (`tb_oat_…`), an API key or a customer session (`tb_cst_…`)',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'better-auth.session_token',
    description:
      'The session cookie; with https its name begins with `__Secure-`. Under /v1, writes need our own Origin',
  },
  apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: "A user's API key, under /api/auth" },
} as const;

const VERSIONS = `Answers under /v1 have the fields of all versions of the contract. Where versions contradict each other, the answer is in the \
version that the client names in \`Polar-Version\`, or in \`User-Agent\` as \`speakeasy-sdk/typescript 0.49.0\`, and in ${DEFAULT_VERSION} for any \
other client. Answers changed with ${API_VERSIONS.join(', ')}; a release between two of them gets the earlier. Messages are in the \`api_version\` of \
their webhook endpoint.`;

/**
 * The service's OpenAPI document. What @nestjs/swagger does not know is derived from the running application: request constraints from
 * class-validator's rules, statuses and security from guards, pipes and `@Answers(…)`. Response types come from the compiler plugin, so only
 * the built program has the complete document.
 */
export function openApiDocument(app: INestApplication): OpenAPIObject {
  const about = new DocumentBuilder().setTitle('Tillbook').setVersion('0.1.0').setDescription(VERSIONS).build();
  const document = SwaggerModule.createDocument(app, about);
  const schemas = (document.components!.schemas ??= {}) as Record<string, Schema>;
  const routes = routesOf(app);
  const requests = new Set<string>();
  const responses: Record<string, Response> = {};
  for (const [path, operations] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(operations) as [string, Operation][]) {
      const route = routes.get(operation.operationId!.replace(/\[\d+\]$/, ''));
      if (!route) throw new Error(`${method} ${path} has no route`);
      if (route.body) describeRules(schemas, route.body, requests);
      describeParameters(operation, route);
      describeAnswers(operation, route, method, responses);
    }
  describeAnswerFields(document.paths, schemas, requests);
  Object.assign(schemas, SHARED_SCHEMAS);
  Object.assign(document.components!, { responses, securitySchemes: SECURITY_SCHEMES });
  // Sorted by name, so that the order of modules does not matter.
  const { schemas: _, ...components } = document.components!;
  return canonical({
    ...document,
    openapi: '3.1.0',
    paths: sorted(document.paths),
    components: { schemas: sorted(schemas), ...components, responses: sorted(responses) },
  } as OpenAPIObject);
}

function sorted<T>(byName: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(byName).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function describeParameters(operation: Operation, { query, parameterSchemas }: Route): void {
  const rules = query ? ruleSchemas(query) : {};
  for (const parameter of (operation.parameters ?? []) as { in: string; name: string; schema?: Schema }[]) {
    const known = parameter.in === 'path' ? parameterSchemas[parameter.name] : rules[parameter.name];
    // Path and query parameters are never null.
    parameter.schema = { ...parameter.schema, ...known, nullable: false };
  }
}
