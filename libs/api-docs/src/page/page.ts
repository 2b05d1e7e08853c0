import type { AsyncApiDocument, Channel } from '../asyncapi/asyncapi.js';
import type { OpenApiDocument } from '../openapi/document.js';
import { callSection, table } from './call.js';
import { fieldsOf } from './fields.js';
import { Html, html, prose, withCode } from './html.js';
import { style } from './style.js';

/** Both documents as one page to read: no script, nothing fetched, works in any browser and on paper. */
export function apiPage(calls: OpenApiDocument, messages: AsyncApiDocument): string {
  const groups = calls.tags.map(({ name, description }) => ({
    name,
    description,
    calls: callsOf(name, calls),
  }));
  const channels = Object.entries(messages.channels);
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Waybill: the API</title>
        <style>
          ${new Html(style)}
        </style>
      </head>
      <body>
        <header>
          <h1>Waybill: the API</h1>
          ${prose(String(calls.info['description']))}
          <p>
            For programs: <a href="/api/docs/openapi.json">OpenAPI</a>,
            <a href="/api/docs/asyncapi.json">AsyncAPI</a>.
          </p>
        </header>
        <nav aria-label="Contents">
          <ul>
            ${groups.map(({ name }) => html`<li><a href="#${name}">${capital(name)}</a></li>`)}
            <li><a href="#events">Events</a></li>
            <li><a href="#requests">Requests between processes</a></li>
          </ul>
        </nav>
        <main>
          ${groups.map(
            ({ name, description, calls: sections }) =>
              html`<h2 id="${name}">${name}</h2>
                <p>${description}.</p>
                ${sections}`,
          )}
          <h2 id="events">Events</h2>
          ${prose(String(messages.info['description']))}
          ${channels.filter(([name]) => !isForRequests(name)).map(([, channel]) => messageSections(channel, messages))}
          <h2 id="requests">Requests between processes</h2>
          ${channels
            .filter(([name]) => name.endsWith('.requests'))
            .map(([name, channel]) =>
              messageSections(channel, messages, messages.channels[name.replace(/\.requests$/, '.answers')]),
            )}
        </main>
      </body>
    </html> `;
  return page.text;
}

function callsOf(group: string, { paths, components }: OpenApiDocument): Html[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags.includes(group))
      .map(([method, operation]) => callSection(method, path, operation, components.schemas)),
  );
}

function messageSections(
  { messages, description }: Channel,
  { components }: AsyncApiDocument,
  answers?: Channel,
): Html[] {
  return Object.entries(messages).map(([name, { payload }]) => {
    const answer = answers?.messages[name];
    return html`<details class="call">
      <summary><code>${name}</code></summary>
      <div id="${name}">
        ${description === undefined ? null : html`<p class="access">${description}</p>`}
        ${table('Carries', fieldsOf(payload, components.schemas))}
        ${answer ? table('Answers', answerFields(answer.payload, components.schemas)) : null}
        ${answer?.description === undefined ? null : html`<p>${withCode(answer.description)}</p>`}
      </div>
    </details>`;
  });
}

/** Errors have one shape everywhere; what differs is the answer. */
function answerFields(
  payload: Channel['messages'][string]['payload'],
  schemas: OpenApiDocument['components']['schemas'],
) {
  const [answer] = payload['oneOf'] as [typeof payload];
  return fieldsOf(answer, schemas);
}

function isForRequests(channel: string): boolean {
  return channel.endsWith('.requests') || channel.endsWith('.answers');
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
