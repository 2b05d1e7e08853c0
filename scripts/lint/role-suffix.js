/**
 * ESLint rule: a Nest class of a service or the gateway ends with its role, in its file name and in its own
 * (docs/code-style.md, "Names"). `upload-commit.service.ts` exports `UploadCommitService`.
 */

/** Roles that a decorated class may have, by decorator. */
const roles = {
  Injectable: ['service', 'repository', 'sweep', 'guard', 'interceptor', 'strategy', 'metrics'],
  Controller: ['controller', 'requests', 'consumer'],
  Catch: ['filter'],
  Module: ['module'],
};

/** File endings that the vocabulary replaced. */
const retired = {
  rules: '.policy.ts (what is allowed) or .limits.ts (numbers of rate limits)',
  config: '.module-options.ts (options of forRoot) or .env.ts (environment variables)',
  configuration: '.module-options.ts (options of forRoot) or .env.ts (environment variables)',
};

export const roleSuffix = {
  meta: {
    type: 'suggestion',
    docs: { description: 'Require a role suffix in the file and class name of a Nest class' },
    schema: [],
    messages: {
      role: '@{{decorator}}() classes live in a file that ends with one of: {{allowed}}.',
      className: '{{file}} exports {{expected}}, not {{actual}}.',
      httpOnly: 'Only the gateway serves HTTP: a service answers the bus in *.requests.ts or *.consumer.ts.',
      retired: '.{{role}}.ts is not a role here: use {{instead}}.',
    },
  },
  create(context) {
    const path = context.filename.replaceAll('\\', '/');
    const file = path.slice(path.lastIndexOf('/') + 1);
    const [base, role, ...rest] = file.split('.');
    const isTest = rest.length > 1 || file.includes('.spec.') || path.includes('/testing/');

    return {
      Program(node) {
        if (!isTest && rest.length === 1 && role in retired)
          context.report({ node, messageId: 'retired', data: { role, instead: retired[role] } });
      },
      ClassDeclaration(node) {
        if (isTest) return;
        for (const decorator of decoratorsOf(node)) {
          const allowed = roles[decorator];
          if (!allowed) continue;
          if (rest.length === 0 || !allowed.includes(role)) {
            const endings = allowed.map((name) => `.${name}.ts`).join(', ');
            context.report({ node, messageId: 'role', data: { decorator, allowed: endings } });
          } else if (decorator === 'Controller' && role === 'controller' && path.includes('/services/')) {
            context.report({ node, messageId: 'httpOnly' });
          } else if (node.id?.name !== pascalCase(`${base}-${role}`)) {
            const expected = pascalCase(`${base}-${role}`);
            context.report({ node, messageId: 'className', data: { file, expected, actual: node.id?.name } });
          }
        }
      },
    };
  },
};

function decoratorsOf(node) {
  return (node.decorators ?? []).flatMap(({ expression }) =>
    expression.type === 'CallExpression' && expression.callee.type === 'Identifier'
      ? [expression.callee.name]
      : [],
  );
}

function pascalCase(kebab) {
  return kebab.replace(/(^|-)(\w)/g, (_, __, letter) => letter.toUpperCase());
}
