import { openApi } from '@waybill/api-docs';
import { AppError, type User } from '@waybill/contracts';
import { healthRoutes, sessionRoutes } from '@waybill/contracts/http';
import { type ObservedResponse, OpenApiCheck } from '../support/openapi-check.js';

const user = sessionRoutes.logIn.responses[200].example as User;
const refused = new AppError('auth.invalid-credentials').toBody();

const login: ObservedResponse = {
  method: 'POST',
  path: '/api/login',
  status: 200,
  headers: new Headers({
    'content-type': 'application/json; charset=utf-8',
    'set-cookie': 'waybill_session=x',
  }),
  body: user,
};
const json = new Headers({ 'content-type': 'application/json' });

describe('OpenApiCheck', () => {
  const answers = new OpenApiCheck(openApi());

  it.each<[string, ObservedResponse]>([
    ['a success', login],
    ['a refusal', { ...login, status: 401, headers: json, body: refused }],
    ['HEAD', { method: 'HEAD', path: '/livez', status: 200, headers: json }],
    [
      'a part that is down',
      {
        ...login,
        method: 'GET',
        path: '/api/health',
        status: 503,
        body: healthRoutes.health.responses[503].example,
      },
    ],
    [
      'an address that is no call',
      { ...login, path: '/api/nothing', status: 404, body: new AppError('request.not-found').toBody() },
    ],
    ['a page', { ...login, method: 'GET', path: '/pricing', headers: new Headers(), body: undefined }],
  ])('accepts a documented response: %s', (_, given) => {
    expect(answers.findMismatch(given)).toBeNull();
  });

  it.each<[string, ObservedResponse, RegExp]>([
    ['a status', { ...login, status: 418 }, /^POST \/api\/login answered 418: this status is not described/],
    [
      'a code',
      { ...login, status: 401, headers: json, body: { ...refused, code: 'files.password-required' } },
      /body is not as described: \/code .* Its code was files\.password-required\.$/,
    ],
    ['a field', { ...login, body: { ...user, passwordHash: 'x' } }, /additional properties.*passwordHash/],
    ['a missing field', { ...login, body: { ...user, id: undefined } }, /required property 'id'/],
    [
      'a type',
      { ...login, headers: new Headers({ 'set-cookie': 'x', 'content-type': 'text/html' }) },
      /text\/html is not/,
    ],
    ['a missing header', { ...login, headers: json }, /the header Set-Cookie is described/],
    ['a body', { ...login, path: '/api/logout', status: 204 }, /described to have no body/],
    ['a call', { ...login, path: '/api/nothing' }, /no such call is described/],
    ['a shape of failure', { ...login, path: '/api/nothing', status: 404 }, /not an error as described/],
  ])('reports a response that differs in %s', (_, given, sentence) => {
    expect(answers.findMismatch(given)).toMatch(sentence);
  });
});
