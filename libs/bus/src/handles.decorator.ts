import { MessagePattern } from '@nestjs/microservices';
import type { InputOf, OutputOf, RequestContract } from '@waybill/contracts';
import type { Observable } from 'rxjs';

/** A method that handles a request: takes the parsed input, returns the output of the contract. */
export type RequestHandler<R extends RequestContract> = (
  input: InputOf<R>,
) => OutputOf<R> | Promise<OutputOf<R>> | Observable<OutputOf<R>>;

/**
 * Makes a controller's method handle `contract`. A method of another type does not compile.
 * An AppError that it throws reaches the caller unchanged, any other error as `server.failed`.
 */
export function Handles<R extends RequestContract>(contract: R) {
  return <M extends RequestHandler<R>>(
    target: object,
    key: string | symbol,
    descriptor: TypedPropertyDescriptor<M>,
  ): void => {
    MessagePattern(contract.name, { contract })(target, key, descriptor);
  };
}
