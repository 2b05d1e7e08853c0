import { allEvents, allRequests } from '@waybill/contracts';
import { asyncApi } from '../asyncapi/asyncapi.js';
import { openApi } from '../openapi/openapi.js';
import { html } from './html.js';
import { apiPage } from './page.js';

describe('the page of the API', () => {
  const calls = openApi();
  const messages = asyncApi();
  const page = apiPage(calls, messages);

  it('shows every call and every message', () => {
    const operations = Object.values(calls.paths).flatMap((methods) => Object.values(methods));
    for (const { operationId } of operations) expect(page).toContain(`id="${operationId}"`);
    for (const { type } of allEvents) expect(page).toContain(`id="${type}"`);
    for (const { name } of allRequests) expect(page).toContain(`id="${name}"`);
  });

  it('runs no script and asks no other site', () => {
    expect(page).not.toMatch(/<script|\ssrc=|@import|url\(/i);
    expect(page).not.toMatch(/<(link|img|iframe)\b/i);
  });

  it('escapes what is put into it', () => {
    expect(html`<i>${'<b> & "c"'}</i>`.text).toBe('<i>&lt;b> &amp; &quot;c&quot;</i>');
  });
});
