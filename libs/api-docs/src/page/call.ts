import type { JsonSchema } from '../json-schemas.js';
import type { Answer, Content, Operation } from '../openapi/document.js';
import { fieldsOf, typeOf } from './fields.js';
import { type Html, html, prose, withCode } from './html.js';

type Components = Readonly<Record<string, JsonSchema>>;

/** One call, folded up: method and path, and inside all that is sent and answered. */
export function callSection(
  method: string,
  path: string,
  operation: Operation,
  components: Components,
): Html {
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  const answers = Object.entries(responses);
  return html`<details class="call">
    <summary>
      <b class="${method}">${method.toUpperCase()}</b> <code>${path}</code> <span>${summary}</span>
    </summary>
    <div id="${operationId}">
      ${description === undefined ? null : prose(description)}
      <p class="access">${accessOf(operation)}</p>
      ${
        parameters.length === 0
          ? null
          : table(
              'Parameters',
              parameters.map(({ name, in: place, required, schema, description: tells }) => ({
                name,
                type: `${place}, ${typeOf(schema, components)}`,
                isRequired: required,
                description: typeof tells === 'string' ? tells : '',
              })),
            )
      }
      ${requestBody ? contentSection('Sent', requestBody.content, components) : null}
      ${answers
        .filter(([status, answer]) => Number(status) < 400 || !isRefusal(answer))
        .map(([status, answer]) => answerSection(status, answer, components))}
      <h4>Refused</h4>
      <table>
        <tbody>
          ${answers.flatMap(([status, answer]) => refusals(status, answer))}
        </tbody>
      </table>
    </div>
  </details>`;
}

/** A table of fields or parameters under a heading. */
export function table(heading: string, fields: ReturnType<typeof fieldsOf>): Html {
  return html`<h4>${heading}</h4>
    <table>
      <tbody>
        ${fields.map(
          ({ name, type, isRequired, description }) =>
            html`<tr>
              <th scope="row"><code>${name}</code>${isRequired ? null : html` <small>optional</small>`}</th>
              <td><i>${type}</i> ${withCode(description)}</td>
            </tr>`,
        )}
      </tbody>
    </table>`;
}

function answerSection(
  status: string,
  { description, headers = {}, content = {} }: Answer,
  components: Components,
): Html {
  const names = Object.entries(headers).map(([name, { description: tells }]) => ({
    name,
    type: 'header',
    isRequired: true,
    description: tells,
  }));
  return html`<h4><span class="status">${status}</span> ${withCode(description)}</h4>
    ${names.length === 0 ? null : table('', names)}${contentSection('', content, components)}`;
}

function contentSection(heading: string, content: Content, components: Components): Html[] {
  return Object.entries(content).map(([type, { schema, example, examples }]) => {
    const fields = schema ? fieldsOf(schema, components) : [];
    const shown = example ?? examples?.['answer']?.value;
    return html`${heading === '' ? null : html`<h4>${heading}</h4>`}
      <p><small>${type}</small></p>
      ${fields.length === 0 ? null : table('', fields)}
      ${shown === undefined ? null : html`<pre tabindex="0">${JSON.stringify(shown, null, 2)}</pre>`}`;
  });
}

function isRefusal({ content }: Answer): boolean {
  const media = content?.['application/json'];
  return media?.examples !== undefined && !('answer' in media.examples);
}

function refusals(status: string, { content }: Answer): Html[] {
  const examples = Object.entries(content?.['application/json']?.examples ?? {});
  return examples
    .filter(([code]) => code !== 'answer')
    .map(
      ([code, { value }]) =>
        html`<tr>
          <th scope="row"><span class="status">${status}</span> <code>${code}</code></th>
          <td>${(value as { message: string }).message}</td>
        </tr>`,
    );
}

function accessOf({ security }: Operation): string {
  if (security.some((way) => Object.keys(way).length === 0)) return 'Open to anyone.';
  return security.length > 1
    ? 'For the owner of the file: an account, or the browser that uploaded it.'
    : 'For those who are signed in.';
}
