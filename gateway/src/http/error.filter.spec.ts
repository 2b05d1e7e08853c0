import { type ArgumentsHost, NotFoundException } from '@nestjs/common';
import { AppError } from '@waybill/contracts';
import { createLogger } from '@waybill/service-kit';
import { ErrorFilter, toAppError } from './error.filter.js';

describe('toAppError', () => {
  it('keeps an error of the catalogue', () => {
    const error = new AppError('files.expired');
    expect(toAppError(error)).toBe(error);
  });

  it.each([
    [new NotFoundException('Cannot GET /x'), 'request.not-found'],
    [Object.assign(new Error('path'), { statusCode: 403 }), 'request.not-found'],
    [Object.assign(new Error('condition'), { statusCode: 412 }), 'request.malformed'],
    [Object.assign(new Error('range'), { statusCode: 416 }), 'files.range-not-satisfiable'],
    [Object.assign(new Error('body'), { statusCode: 413 }), 'request.too-large'],
    [Object.assign(new Error('type'), { statusCode: 415 }), 'request.unsupported-type'],
    [Object.assign(new Error('json'), { statusCode: 400 }), 'request.malformed'],
  ])('maps %s to a code of the catalogue', (thrown, code) => {
    expect(toAppError(thrown).code).toBe(code);
  });

  it('hides the message of an unknown error', () => {
    const { code, message } = toAppError(new Error('SELECT secret FROM users at /srv/app.js'));
    expect(code).toBe('server.failed');
    expect(message).not.toContain('SELECT');
  });
});

describe('ErrorFilter', () => {
  it('logs one line without a stack for a hundred requests that an unavailable server makes fail', () => {
    const logger = createLogger('gateway', 'silent');
    const error = jest.spyOn(logger, 'error').mockReturnValue(undefined);
    const filter = new ErrorFilter(logger);
    const reply = { sent: true, raw: { destroy: jest.fn() } };
    const host = { switchToHttp: () => ({ getResponse: () => reply }) } as unknown as ArgumentsHost;
    const cause = new Error('connect ECONNREFUSED 127.0.0.1:9000');
    const unavailable = new AppError('server.unavailable', undefined, { cause });
    for (let call = 0; call < 100; call++) filter.catch(unavailable, host);
    expect(error.mock.calls).toEqual([
      [{ code: 'server.unavailable', reason: cause.message }, unavailable.message],
    ]);
  });
});
