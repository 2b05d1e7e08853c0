import { Body, Query } from '@nestjs/common';
import type { RouteBody } from '@waybill/contracts/http';
import type { z } from 'zod';
import { valid } from './file-id.pipe.js';

/** What a handler gets of a call's body. */
export type BodyOf<R extends { readonly body: RouteBody }> = z.infer<R['body']['schema']>;

/** What a handler gets of a call's query. */
export type QueryOf<R extends { readonly query: z.ZodType }> = z.infer<R['query']>;

/** The call's body, as its route declares it. @throws AppError `request.invalid` */
export const ValidBody = ({ body }: { readonly body: RouteBody }): ParameterDecorator =>
  Body(valid(body.schema));

/** The call's query, as its route declares it. @throws AppError `request.invalid` */
export const ValidQuery = ({ query }: { readonly query: z.ZodType }): ParameterDecorator =>
  Query(valid(query));
