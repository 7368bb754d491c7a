import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { ReadTextAs } from '../dto.ts';
import { IsInt, IsOptional, Max, Min } from 'class-validator';

/** Total numbers of items and pages of a list. */
export class Pagination {
  total_count: number;
  max_page: number;
}

/** The query parameter `page`, where a list takes no more than pages: `@PageNumber() page = 1`. */
export function PageNumber(): PropertyDecorator {
  return upTo(1_000_000);
}

/** The query parameter `limit`: `@PageLimit() limit = 10`. */
export function PageLimit(): PropertyDecorator {
  return upTo(100);
}

function upTo(most: number): PropertyDecorator {
  return applyDecorators(
    IsOptional(),
    ReadTextAs(Number),
    IsInt(),
    Min(1),
    Max(most),
    ApiPropertyOptional({ type: Number }),
  );
}
