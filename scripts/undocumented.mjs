/**
 * Stands in for @nestjs/swagger in the built program: what its decorators keep is only wanted for the OpenAPI document (scripts/openapi.mjs). Types that are
 * made of others inherit their rules as they do there.
 */
export { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/mapped-types';
export * from '../node_modules/@nestjs/swagger/dist/extra/swagger-shim.js';
