import { PATH_METADATA } from '@nestjs/common/constants.js';
import { fileRoutes } from '@waybill/contracts/http';
import { Route } from './route.decorator.js';

describe('Route', () => {
  it('maps a method to the path of the contract, in the syntax of the router', () => {
    class Controller {
      @Route('GET /api/files/{id}', fileRoutes.getFile)
      get(): void {}
    }
    expect(Reflect.getMetadata(PATH_METADATA, Controller.prototype.get)).toBe('/api/files/:id');
  });

  it('rejects a path that differs from the contract at compile time', () => {
    // @ts-expect-error -- the contract says GET
    Route('POST /api/files/{id}', fileRoutes.getFile);
    // @ts-expect-error -- the contract says /api/files/{id}
    Route('GET /api/files', fileRoutes.getFile);
    expect(fileRoutes.getFile).toMatchObject({ method: 'GET', path: '/api/files/{id}' });
  });
});
