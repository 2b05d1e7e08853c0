import { Body, type PipeTransform, Query } from '@nestjs/common';
import { parse } from '@waybill/contracts';
import type { RouteBody } from '@waybill/contracts/http';
import type { z } from 'zod';

/** Type of a route's parsed body. */
export type BodyOf<R extends { readonly body: RouteBody }> = z.infer<R['body']['schema']>;

/** Type of a route's parsed query. */
export type QueryOf<R extends { readonly query: z.ZodType }> = z.infer<R['query']>;

/** The request's body, parsed with the route's schema. @throws AppError `request.invalid` */
export const ValidBody = ({ body }: { readonly body: RouteBody }): ParameterDecorator =>
  Body(schemaPipe(body.schema));

/** The request's query, parsed with the route's schema. @throws AppError `request.invalid` */
export const ValidQuery = ({ query }: { readonly query: z.ZodType }): ParameterDecorator =>
  Query(schemaPipe(query));

function schemaPipe<S extends z.ZodType>(schema: S): PipeTransform<unknown, z.infer<S>> {
  return { transform: (value: unknown) => parse(schema, value === undefined ? {} : value) };
}
