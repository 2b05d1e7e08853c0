import { Api } from '../api.js';
import { inspect } from './download.js';

describe('the name of a download', () => {
  it.each([
    ['attachment; filename="_bersicht.pdf"; filename*=UTF-8\'\'%C3%BCbersicht.pdf', 'übersicht.pdf'],
    ['attachment; filename="report.pdf"', 'report.pdf'],
    ['attachment; filename="x filename*=UTF-8\'\'y"', "x filename*=UTF-8''y"],
    ['attachment; filename="old.pdf"; filename*=UTF-8\'\'%FCbersicht.pdf', 'old.pdf'],
    ["attachment; filename*=UTF-8''%FCbersicht.pdf", ''],
    ['', ''],
  ])('is read from %s', async (disposition, name) => {
    const api = new Api('https://waybill.example.org', null);
    const headers = { 'content-disposition': disposition, 'content-length': '7', etag: '"1"' };
    jest.spyOn(api, 'response').mockResolvedValue(new Response(null, { headers }));
    await expect(inspect(api, { path: '/api/files/1/download', headers: {} })).resolves.toEqual({
      etag: '"1"',
      size: 7,
      name,
    });
  });
});
