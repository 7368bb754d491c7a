import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';

/** The service's own OpenAPI document, from which the web's types are made. */
export function openApiDocument(app: INestApplication): OpenAPIObject {
  const about = new DocumentBuilder().setTitle('Tillbook').setVersion('0.1.0').addBearerAuth().build();
  return SwaggerModule.createDocument(app, about);
}
